import { expect, test } from "vitest";
import { AMOUNTS } from "../../../../tests/support/hostileInputs.ts";
import { formatDay, formatMoment } from "../../../domain/text/dates.ts";
import { amountWords, penceOf } from "./pence.ts";

test.each(AMOUNTS)(
  "an amount is read as it is meant or refused: $typed is $pence pence",
  ({ typed, pence }) => {
    expect(penceOf(typed)).toBe(pence);
  },
);

test.each([
  [950, "£9.50 of £1,020.00: nine pounds and fifty pence"],
  [1, "£0.01 of £1,020.00: one penny"],
  [101, "£1.01 of £1,020.00: one pound and one penny"],
  [102_000, "£1,020.00 of £1,020.00: one thousand and twenty pounds"],
  [95_000, "£950.00 of £1,020.00: nine hundred and fifty pounds"],
  [
    12_345_678,
    "£123,456.78 of £1,020.00: one hundred and twenty-three thousand four hundred and fifty-six pounds and seventy-eight pence",
  ],
  [100_000_00, "£100,000.00 of £1,020.00: one hundred thousand pounds"],
])("an amount of %i pence is repeated in figures and words", (pence, words) => {
  expect(amountWords(pence, 102_000)).toBe(words);
});

test("dates and times are British and short", () => {
  const noon = new Date(2026, 10, 25, 12, 5).toISOString();
  expect(formatMoment(noon)).toBe("25 Nov 2026, 12:05");
  expect(formatDay(noon)).toBe("25 Nov 2026");
});
