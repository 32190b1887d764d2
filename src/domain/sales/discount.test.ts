import { expect, test } from "vitest";
import { type DiscountedOffer, type DiscountTerms, discountRefusal } from "./discount.ts";

const student: DiscountedOffer = { product: "academy_student", plan: "full", pricePence: 50_00 };
const monthly: DiscountedOffer = { product: "academy_student", plan: "installment", pricePence: 18_00 };

const terms = (change: Partial<DiscountTerms> = {}): DiscountTerms => ({
  discount: { percentOff: 10 },
  months: 1,
  products: null,
  firstPurchaseOnly: false,
  minimumPence: null,
  ...change,
});

test("a discount code without limits is valid for payment in full (S-106)", () => {
  expect(discountRefusal(terms(), student)).toBeNull();
});

test("a discount code for one tier is rejected for another", () => {
  expect(discountRefusal(terms({ products: ["academy_ngo", "academy_student"] }), student)).toBeNull();
  expect(discountRefusal(terms({ products: ["academy_ngo"] }), student)).toContain("option you chose");
  expect(discountRefusal(terms({ products: [] }), student)).toContain("option you chose");
});

test.each([
  [1, false],
  [2, false],
  [3, true],
  [12, true],
  [Number.POSITIVE_INFINITY, true],
])("whether the 3-month plan accepts a discount code that lasts %d months: %s", (months, counts) => {
  const refusal = discountRefusal(terms({ months }), monthly);
  expect(refusal).toBe(counts ? null : "This discount code applies only if you pay in full.");
  expect(discountRefusal(terms({ months }), student)).toBeNull();
});

test("a discount code is rejected below its minimum price, with a message that states the minimum", () => {
  expect(discountRefusal(terms({ minimumPence: 50_00 }), student)).toBeNull();
  expect(discountRefusal(terms({ minimumPence: 50_01 }), student)).toContain("£50.01 or more before VAT");
});

test.each([
  [49_99, false], // 1 p and no VAT
  [49_76, false], // 24 p + 5 p
  [49_75, true], // 25 p + 5 p
  [50_00, true], // nothing
  [99_00, true],
])("whether £50.00 less a discount of %i pence can be charged: %s", (amountOffPence, can) => {
  const refusal = discountRefusal(terms({ discount: { amountOffPence } }), student);
  const TOO_SMALL = "This code would reduce the price below the minimum we can charge.";
  expect(refusal).toBe(can ? null : TOO_SMALL);
});
