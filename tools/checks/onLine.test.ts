import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { filesBelow } from "../fingerprint.ts";

const ROOT = join(import.meta.dirname, "..", "..");

/** The files below `src` that read the browser's report of a connection, in any way of writing it. Not tests. */
function readers(root: string): string[] {
  return filesBelow(join(root, "src"))
    .filter(
      (file) => /(?<!\.test)\.tsx?$/.test(file) && /\bonLine\b(?!\.test)/.test(readFileSync(file, "utf8")),
    )
    .map((file) => relative(root, file));
}

test("only one module reads navigator.onLine, because it is a hint and never decides whether something is tried", () => {
  expect(readers(ROOT)).toEqual(["src/platform/device/offlineHint.ts"]);
});

test.each([
  "if (!navigator.onLine) throw new Error();",
  "const { onLine } = navigator;",
  'export const isOn = self.navigator["onLine"];',
])("%s in another module is found", (planted) => {
  const root = mkdtempSync(join(tmpdir(), "academy-online-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  mkdirSync(join(root, "src"));
  writeFileSync(join(root, "src", "planted.ts"), planted);
  writeFileSync(join(root, "src", "planted.test.ts"), planted);
  expect(readers(root)).toEqual(["src/planted.ts"]);
});
