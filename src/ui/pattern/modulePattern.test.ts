import { expect, test } from "vitest";
import { modulePattern } from "./modulePattern.ts";

test("the thread patterns of the four modules differ in weave, density and leading colour", () => {
  const patterns = ["1", "2", "3", "4"].map(modulePattern);
  const kinds = (of: (pattern: (typeof patterns)[number]) => unknown) => new Set(patterns.map(of)).size;
  expect(kinds((pattern) => pattern.weave)).toBe(4);
  expect(kinds((pattern) => pattern.lanes)).toBe(4);
  expect(kinds((pattern) => pattern.palette[0])).toBe(4);
});
