import { INSTALLMENT_MONTHS, type Plan, type Tier } from "../../domain/plans.ts";
import { formatPence, formatWholePounds, VAT_PERCENT } from "../../domain/pricing.ts";
import { planCost } from "./planCost.ts";

const TERMS: Record<Plan, string> = {
  full: "one payment, plus VAT",
  installment: `a month, ${INSTALLMENT_MONTHS} times, plus VAT`,
};

/** The exact price of the chosen plan. Both plans take the same number of lines, so the layout does not shift. */
export function PlanPrice({ tier, plan }: { tier: Tier; plan: Plan }) {
  const { each, overallPence } = planCost(tier, plan);
  return (
    <div role="status" className="flex flex-col gap-5">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="font-display text-[min(4.5rem,18vw)] leading-none font-semibold tabular-nums">
          {formatWholePounds(each.pricePence)}
        </span>{" "}
        <span className="text-muted">{TERMS[plan]}</span>
      </p>
      <dl className="tabular-nums">
        <Line label={`VAT (${VAT_PERCENT}%)`} amount={each.vatPence} />
        <Line label="You pay today" amount={each.totalPence} />
        <Line
          label={plan === "full" ? "In total" : `In total, ${INSTALLMENT_MONTHS} payments`}
          amount={overallPence}
        />
      </dl>
    </div>
  );
}

function Line({ label, amount }: { label: string; amount: number }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4 border-t border-line py-2 last:border-b">
      <dt className="text-muted">{label}</dt>
      <dd className="font-semibold">{formatPence(amount)}</dd>
    </div>
  );
}
