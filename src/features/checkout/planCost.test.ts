import { expect, test } from "vitest";
import { PLANS, TIERS } from "../../domain/sales/plans.ts";
import { planCost } from "./planCost.ts";

test("each of the six prices has its exact total with VAT (S-104)", () => {
  const totals = TIERS.map((tier) => PLANS.map((plan) => planCost(tier, plan).overallPence));
  expect(totals).toEqual([
    [60_00, 64_80],
    [600_00, 630_00],
    [1_020_00, 1_080_00],
  ]);
});

test("a discount applies to each of the three payments (S-106, S-032)", () => {
  const cost = planCost("student", "installment", { amountOffPence: 3_00 });
  expect(cost.each).toMatchObject({ savingPence: 3_00, netPence: 15_00, totalPence: 18_00 });
  expect(cost).toMatchObject({ payments: 3, overallPence: 54_00 });
});
