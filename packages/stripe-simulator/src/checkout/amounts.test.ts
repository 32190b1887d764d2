import fc from "fast-check";
import { expect, test } from "vitest";
import type { TaxRate } from "../catalogue/objects.ts";
import { lineAmounts } from "./amounts.ts";

const rate = (percentage: number, inclusive = false): TaxRate => ({
  id: `txr_${percentage}`,
  object: "tax_rate",
  active: true,
  country: null,
  created: 0,
  description: null,
  display_name: "VAT",
  effective_percentage: null,
  flat_amount: null,
  inclusive,
  jurisdiction: null,
  jurisdiction_level: null,
  livemode: false,
  metadata: {},
  percentage,
  rate_type: "percentage",
  state: null,
  tax_type: null,
});

test("a buyer of a £50 course pays £10 VAT on top", () => {
  expect(lineAmounts(5000, 1, [rate(20)])).toMatchObject({ subtotal: 5000, tax: 1000, total: 6000 });
});

test("half a penny of tax is rounded up", () => {
  expect(lineAmounts(250, 1, [rate(17)]).tax).toBe(43); // 42.5
  expect(lineAmounts(1005, 1, [rate(10)]).tax).toBe(101); // 100.5
});

test("an inclusive tax is part of the price and is not added to it", () => {
  expect(lineAmounts(6000, 1, [rate(20, true)])).toMatchObject({ subtotal: 6000, tax: 1000, total: 6000 });
});

test("a discount is subtracted before tax is calculated", () => {
  expect(lineAmounts(5000, 1, [rate(20)], 1667)).toMatchObject({ subtotal: 5000, tax: 667, total: 4000 });
  expect(lineAmounts(6000, 1, [rate(20, true)], 1200)).toMatchObject({
    subtotal: 6000,
    tax: 800,
    total: 4800,
  });
  expect(lineAmounts(5000, 1, [rate(20)], 5000)).toMatchObject({ subtotal: 5000, tax: 0, total: 0 });
});

test("an exclusive tax never differs from the exact share by more than half a penny", () => {
  const amounts = fc.integer({ min: 0, max: 1_000_000 });
  const hundredths = fc.integer({ min: 0, max: 10_000 });
  fc.assert(
    fc.property(amounts, fc.integer({ min: 1, max: 50 }), hundredths, (unit, quantity, percent) => {
      const { subtotal, tax, total } = lineAmounts(unit, quantity, [rate(percent / 100)]);
      expect(subtotal).toBe(unit * quantity);
      expect(total).toBe(subtotal + tax);
      expect(Math.abs(tax * 10_000 - subtotal * percent)).toBeLessThanOrEqual(5_000);
    }),
  );
});
