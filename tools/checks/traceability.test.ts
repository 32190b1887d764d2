import { join } from "node:path";
import { expect, test } from "vitest";
import { readNamedIds, readRequirements } from "./traceability.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const LAST_ID = 123;

test("docs/requirements.md lists every id of the specification once", () => {
  const wanted = Array.from({ length: LAST_ID }, (_, index) => `S-${String(index + 1).padStart(3, "0")}`);
  const listed = [...readRequirements(ROOT).keys()];
  expect(listed.slice(0, LAST_ID)).toEqual(wanted);
  // Further promises have ids of their own and follow in order.
  expect(listed).toEqual([...listed].sort());
});

test("no test names a requirement that does not exist", () => {
  const requirements = readRequirements(ROOT);
  expect([...readNamedIds(ROOT).keys()].filter((id) => !requirements.has(id))).toEqual([]);
});
