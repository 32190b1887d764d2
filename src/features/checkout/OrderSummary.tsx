import { COURSE } from "../../domain/course.ts";
import { type Plan, TIER_PLANS, type Tier } from "../../domain/plans.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Card } from "../../ui/Card.tsx";
import { FeatureList } from "./FeatureList.tsx";
import { OrderAmounts } from "./OrderAmounts.tsx";
import type { PlanCost } from "./planCost.ts";

type Props = { tier: Tier; plan: Plan; cost: PlanCost };

/** What is being bought and its exact price. */
export function OrderSummary({ tier, plan, cost }: Props) {
  return (
    <Card
      as="aside"
      aria-labelledby="order-summary"
      className="flex flex-col gap-5 border-t-4 border-t-action"
    >
      <h2 id="order-summary" className="text-xl">
        Order Summary
      </h2>
      <div className="flex flex-wrap gap-2">
        <Badge>{COURSE.programme}</Badge>
        <Badge tone="note">{TIER_PLANS[tier].label}</Badge>
      </div>
      <p className="font-display text-2xl leading-tight">{COURSE.title}</p>
      <div className="flex flex-col gap-2">
        <h3 className="text-base">What's included</h3>
        <FeatureList tier={tier} />
      </div>
      <OrderAmounts plan={plan} cost={cost} />
    </Card>
  );
}
