import fc from "fast-check";
import { expect, test } from "vitest";
import { discountShares } from "./shares.ts";

const line = (amount: number, product = "prod_course") => ({ product, amount });
const percent = (percent_off: number) => ({ percent_off, amount_off: null });
const amount = (amount_off: number) => ({ percent_off: null, amount_off });

test("a buyer with 10 % off £18 saves £1.80, and half a penny is rounded up", () => {
  expect(discountShares(percent(10), [line(1800)])).toEqual([180]);
  expect(discountShares(percent(12.5), [line(1804)])).toEqual([226]); // 225.5
  expect(discountShares(percent(2.51), [line(5000)])).toEqual([126]); // 125.5, which floats make 125.4999…
});

test("a fixed discount never exceeds the amount that it is subtracted from", () => {
  expect(discountShares(amount(2000), [line(1800)])).toEqual([1800]);
});

test("a coupon discounts only the products that it applies to", () => {
  const lines = [line(1000), line(1000, "prod_book")];
  expect(discountShares({ ...amount(1500), applies_to: { products: ["prod_book"] } }, lines)).toEqual([
    0, 1000,
  ]);
  expect(discountShares({ ...percent(50), applies_to: { products: [] } }, lines)).toEqual([0, 0]);
});

test("the lines' shares add up to the whole discount, and no line becomes negative", () => {
  const lines = fc.array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(lines, fc.integer({ min: 1, max: 2_000_000 }), (amounts, off) => {
      const shares = discountShares(
        amount(off),
        amounts.map((each) => line(each)),
      );
      const whole = amounts.reduce((sum, each) => sum + each, 0);
      expect(shares.reduce((sum, each) => sum + each, 0)).toBe(Math.min(off, whole));
      for (const [at, share] of shares.entries()) {
        expect(share).toBeGreaterThanOrEqual(0);
        expect(share).toBeLessThanOrEqual(amounts[at] ?? 0);
      }
    }),
  );
});
