import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, test } from "vitest";
import { filesBelow } from "../fingerprint.ts";

const ROOT = join(import.meta.dirname, "..", "..");

test("only one module reads navigator.onLine, because it is a hint and never decides whether something is tried", () => {
  const readers = filesBelow(join(ROOT, "src")).filter(
    (file) => /(?<!\.test)\.tsx?$/.test(file) && /\bonLine\b(?!\.test)/.test(readFileSync(file, "utf8")),
  );
  expect(readers.map((file) => relative(ROOT, file))).toEqual(["src/platform/device/offlineHint.ts"]);
});
