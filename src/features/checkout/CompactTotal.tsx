import { COURSE } from "../../domain/course.ts";
import { INSTALLMENT_MONTHS, type Plan, TIER_PLANS, type Tier } from "../../domain/plans.ts";
import { formatPence } from "../../domain/pricing.ts";
import type { PlanCost } from "./planCost.ts";
import { TOTAL_NAMES } from "./totalNames.ts";

/** On phones the summary follows the form, so this shows product and price first. */
export function CompactTotal({ tier, plan, cost }: { tier: Tier; plan: Plan; cost: PlanCost }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-y border-line py-3 lg:hidden">
      <p>
        {COURSE.title} <span className="text-muted">· {TIER_PLANS[tier].label}</span>
      </p>
      <p className="tabular-nums">
        {TOTAL_NAMES[plan]} <strong className="text-lg">{formatPence(cost.each.totalPence)}</strong>
        {plan === "installment" && <span className="text-muted"> × {INSTALLMENT_MONTHS}</span>}
      </p>
    </div>
  );
}
