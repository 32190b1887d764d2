import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { loadSecrets } from "./dataFolder.ts";

function dataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "academy-secrets-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test("the keys of an installation are generated once and readable only by its owner", () => {
  const folder = dataFolder();
  const made = loadSecrets(folder);
  expect(loadSecrets(folder)).toEqual(made);
  const others = loadSecrets(dataFolder());
  expect(others.certificateKey).not.toBe(made.certificateKey);
  expect(others.signingKeys[0].d).not.toBe(made.signingKeys[0].d);
  expect(statSync(join(folder, "secrets.json")).mode & 0o777).toBe(0o600);
});

test("damaged keys are never replaced, because certificates and sessions depend on them", () => {
  const folder = dataFolder();
  writeFileSync(join(folder, "secrets.json"), "{");
  expect(() => loadSecrets(folder)).toThrow("secrets.json is damaged");
});
