import { INSTALLMENT_MONTHS, type Plan, TIER_PLANS, type Tier } from "../../domain/sales/plans.ts";
import { breakDownPrice, type Discount, type PriceBreakdown } from "../../domain/sales/pricing.ts";

export type PlanCost = {
  payments: number;
  /** One payment. For an instalment plan, one month's. */
  each: PriceBreakdown;
  /** All payments with VAT, in pence. */
  overallPence: number;
};

/** Labels of the total. For an instalment plan it is one month's payment. */
export const TOTAL_NAMES: Record<Plan, string> = { full: "Total", installment: "Monthly Total" };

/** The cost of a tier with a plan. A discount applies to each payment (spec §9). */
export function planCost(tier: Tier, plan: Plan, discount?: Discount): PlanCost {
  const each = breakDownPrice(TIER_PLANS[tier].pricePence[plan], discount);
  const payments = plan === "installment" ? INSTALLMENT_MONTHS : 1;
  return { payments, each, overallPence: each.totalPence * payments };
}
