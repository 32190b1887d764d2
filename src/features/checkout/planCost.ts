import { INSTALLMENT_MONTHS, type Plan, TIER_PLANS, type Tier } from "../../domain/plans.ts";
import { breakDownPrice, type Discount, type PriceBreakdown } from "../../domain/pricing.ts";

export type PlanCost = {
  payments: number;
  /** What one payment is made of: of an instalment plan, one month's. */
  each: PriceBreakdown;
  /** All payments together with VAT, in pence. */
  overallPence: number;
};

/** What a tier costs by a plan. A discount counts for each payment (spec §9). */
export function planCost(tier: Tier, plan: Plan, discount?: Discount): PlanCost {
  const each = breakDownPrice(TIER_PLANS[tier].pricePence[plan], discount);
  const payments = plan === "installment" ? INSTALLMENT_MONTHS : 1;
  return { payments, each, overallPence: each.totalPence * payments };
}
