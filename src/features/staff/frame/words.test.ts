import { expect, test } from "vitest";
import { formatDay, formatMoment } from "./dates.ts";
import { penceOf } from "./pence.ts";

test.each([
  ["50", 5000],
  ["£49.90", 4990],
  [" 1,200.5 ", 120_050],
  ["0.01", 1],
])("the amount %s is understood", (typed, pence) => {
  expect(penceOf(typed)).toBe(pence);
});

test.each(["", "0", "-5", "5.001", "five", "1e3", "50 EUR"])("%o is not an amount", (typed) => {
  expect(penceOf(typed)).toBeNull();
});

test("dates and times are British and short", () => {
  const noon = new Date(2026, 10, 25, 12, 5).toISOString();
  expect(formatMoment(noon)).toBe("25 Nov 2026, 12:05");
  expect(formatDay(noon)).toBe("25 Nov 2026");
});
