import { expect, test } from "vitest";
import { isTooDeep } from "./jsonDepth.ts";

test("a body that nests for ever is refused before anything recurses into it", () => {
  expect(isTooDeep(`${"[".repeat(30_000)}${"]".repeat(30_000)}`)).toBe(true);
  expect(isTooDeep(`${'{"a":'.repeat(65)}1${"}".repeat(65)}`)).toBe(true);
});

test("ordinary bodies pass, and brackets inside text do not count", () => {
  expect(isTooDeep(JSON.stringify([{ text: "[".repeat(100), quoted: '\\"[{' }]))).toBe(false);
  expect(isTooDeep(`${"[".repeat(64)}${"]".repeat(64)}`)).toBe(false);
  expect(isTooDeep("[],".repeat(1000))).toBe(false);
});
