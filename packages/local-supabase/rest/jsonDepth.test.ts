import { expect, test } from "vitest";
import { isTooDeep } from "./jsonDepth.ts";

test("JSON that is nested too deeply is detected without recursion", () => {
  expect(isTooDeep(`${"[".repeat(30_000)}${"]".repeat(30_000)}`)).toBe(true);
  expect(isTooDeep(`${'{"a":'.repeat(65)}1${"}".repeat(65)}`)).toBe(true);
});

test("ordinary JSON is accepted, and brackets inside strings do not count as nesting", () => {
  expect(isTooDeep(JSON.stringify([{ text: "[".repeat(100), quoted: '\\"[{' }]))).toBe(false);
  expect(isTooDeep(`${"[".repeat(64)}${"]".repeat(64)}`)).toBe(false);
  expect(isTooDeep("[],".repeat(1000))).toBe(false);
});
