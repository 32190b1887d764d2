import { expect, test } from "vitest";
import { faultOf, parseAmount } from "./range.ts";

test.each([
  ["30", 30],
  [" 2,5 ", 2.5],
  ["", null],
  ["-1", null],
  ["many", null],
  ["10001", null],
  ["1,000", 1000],
  ["1.000", null],
  ["0,125", 0.125],
  ["0.125", 0.125],
  ["0x10", null],
  ["1e3", null],
  ["٥", 5],
  ["5\u200b", 5],
])("%j is read as %j when 10,000 is the most", (written, amount) =>
  expect(parseAmount(written, 10_000)).toBe(amount),
);

test("a range that is the wrong way round and a share above 100 per cent are faults, and an incomplete range is not", () => {
  expect(faultOf([2, 1], "minutes")).toContain("must not be greater");
  expect(faultOf([2, 101], "%")).toContain("at most 100");
  expect(faultOf([2, 101], "minutes")).toBeNull();
  expect(faultOf([null, 1], "minutes")).toBeNull();
});
