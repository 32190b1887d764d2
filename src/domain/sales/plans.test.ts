import { expect, test } from "vitest";
import { INSTALLMENT_MONTHS, lookupKey, PLANS, planFromQuery, planOf, TIER_PLANS, TIERS } from "./plans.ts";

test("the six prices and the totals of three instalments match the specification (S-104)", () => {
  const prices = TIERS.map((tier) => {
    const { full, installment } = TIER_PLANS[tier].pricePence;
    return [tier, full / 100, installment / 100, (installment * INSTALLMENT_MONTHS) / 100];
  });
  expect(prices).toEqual([
    ["student", 50, 18, 54],
    ["ngo", 500, 175, 525],
    ["professional", 850, 300, 900],
  ]);
});

test("every tier and plan has a unique lookup key that maps back to it (S-105)", () => {
  const keys = TIERS.flatMap((tier) => PLANS.map((plan) => lookupKey(tier, plan)));
  expect(new Set(keys).size).toBe(6);
  for (const tier of TIERS) {
    for (const plan of PLANS) expect(planOf(lookupKey(tier, plan))).toEqual({ tier, plan });
  }
  expect(planOf("academy_student")).toBeUndefined();
});

test.each([
  ["installment", "installment"],
  ["full", "full"],
  ["Installment", "full"],
  ["", "full"],
  [null, "full"],
] as const)("the query parameter paymentType %j selects the plan %s (S-043)", (query, plan) => {
  expect(planFromQuery(query)).toBe(plan);
});
