import * as fc from "fast-check";
import { expect, test } from "vitest";
import { breakDownPrice, formatPence, formatWholePounds } from "./pricing.ts";

test("fifty pounds plus 20 % VAT is sixty pounds (S-104)", () => {
  expect(breakDownPrice(50_00)).toEqual({
    pricePence: 50_00,
    savingPence: 0,
    netPence: 50_00,
    vatPence: 10_00,
    totalPence: 60_00,
  });
});

test("a discount is subtracted before VAT, and its saving is net (S-106)", () => {
  expect(breakDownPrice(50_00, { percentOff: 15 })).toMatchObject({
    netPence: 42_50,
    savingPence: 7_50,
    vatPence: 8_50,
  });
  expect(breakDownPrice(18_00, { amountOffPence: 5_01 })).toMatchObject({ netPence: 12_99, vatPence: 2_60 });
});

test("half a penny of a percentage discount is rounded in the buyer's favour, without floating-point errors (S-106)", () => {
  expect(breakDownPrice(10_00, { percentOff: 0.35 }).savingPence).toBe(4);
  expect(breakDownPrice(18_04, { percentOff: 12.5 }).savingPence).toBe(2_26);
});

test("a discount never makes a price negative, and the parts always add up (S-106)", () => {
  const discounts = fc.oneof(
    fc.record({ percentOff: fc.double({ min: 0, max: 100, noNaN: true }) }),
    fc.record({ amountOffPence: fc.integer({ min: 0, max: 200_000 }) }),
  );
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100_000 }), discounts, (price, discount) => {
      const parts = breakDownPrice(price, discount);
      expect(parts.netPence).toBeGreaterThanOrEqual(0);
      expect(parts.netPence + parts.savingPence).toBe(price);
      expect(parts.netPence + parts.vatPence).toBe(parts.totalPence);
      expect(Number.isInteger(parts.totalPence)).toBe(true);
    }),
  );
});

test("prices are formatted in pounds (S-122)", () => {
  expect(formatPence(60_00)).toBe("£60.00");
  expect(formatPence(1_234_56)).toBe("£1,234.56");
  expect(formatWholePounds(50_00)).toBe("£50");
  const exact = new Intl.NumberFormat("en-GB", { style: "currency", currency: "GBP" });
  for (const pence of [0, 1, 99, 100, 99_999, 100_000, 123_456_78, 1_234_567_89])
    expect(formatPence(pence)).toBe(exact.format(pence / 100));
});
