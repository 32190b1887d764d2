import type { ReactNode } from "react";
import { COURSE } from "../../../domain/course/course.ts";
import { INSTALLMENT_MONTHS, type Plan, TIER_PLANS, type Tier } from "../../../domain/sales/plans.ts";
import { formatPence, VAT_PERCENT } from "../../../domain/sales/pricing.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { Card } from "../../../ui/Card.tsx";
import { type PlanCost, TOTAL_NAMES } from "../planCost.ts";

type Props = { tier: Tier; plan: Plan; cost: PlanCost; children: ReactNode };

/** Shows what is being bought and its exact price. `children` lists what the course includes. */
export function OrderSummary({ tier, plan, cost, children }: Props) {
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
      <p translate="no" className="font-display text-2xl leading-tight">
        {COURSE.title}
      </p>
      {children}
      <OrderAmounts plan={plan} cost={cost} />
    </Card>
  );
}

/** From price to total. For an instalment plan: one month's payment, then all three. */
function OrderAmounts({ plan, cost }: { plan: Plan; cost: PlanCost }) {
  const { each, overallPence } = cost;
  return (
    <dl className="flex flex-col gap-2 border-t border-line pt-4 tabular-nums">
      <Line label="Subtotal" amount={formatPence(each.pricePence)} />
      {each.savingPence > 0 && (
        <Line
          label={plan === "installment" ? "Monthly discount" : "Discount"}
          amount={`−${formatPence(each.savingPence)}`}
          className="text-done"
        />
      )}
      <Line label={`VAT (${VAT_PERCENT}%)`} amount={formatPence(each.vatPence)} />
      <Line
        label={TOTAL_NAMES[plan]}
        amount={formatPence(each.totalPence)}
        isTotal
        className="mt-1 border-t border-line pt-3 text-xl font-semibold"
      />
      {plan === "installment" && (
        <Line
          label={`${INSTALLMENT_MONTHS} monthly payments`}
          amount={formatPence(overallPence)}
          note="in total"
        />
      )}
    </dl>
  );
}

type LineProps = { label: string; amount: string; note?: string; isTotal?: boolean; className?: string };

/** One line of the amounts of an order. */
export function Line({ label, amount, note, isTotal, className }: LineProps) {
  return (
    <div data-keep-clear={isTotal} className={`flex flex-wrap justify-between gap-x-4 ${className ?? ""}`}>
      <dt>{label}</dt>
      <dd>
        <span translate="no">{amount}</span>
        {note && ` ${note}`}
      </dd>
    </div>
  );
}
