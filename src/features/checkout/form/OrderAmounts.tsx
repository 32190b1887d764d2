import { INSTALLMENT_MONTHS, type Plan } from "../../../domain/plans.ts";
import { formatPence, VAT_PERCENT } from "../../../domain/pricing.ts";
import type { PlanCost } from "../planCost.ts";

/** Labels of the total. For an instalment plan it is one month's payment. */
export const TOTAL_NAMES: Record<Plan, string> = { full: "Total", installment: "Monthly Total" };

/** From price to total. For an instalment plan: one month's payment, then all three. */
export function OrderAmounts({ plan, cost }: { plan: Plan; cost: PlanCost }) {
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
        className="mt-1 border-t border-line pt-3 text-xl font-semibold"
      />
      {plan === "installment" && (
        <Line
          label={`${INSTALLMENT_MONTHS} monthly payments`}
          amount={`${formatPence(overallPence)} in total`}
        />
      )}
    </dl>
  );
}

function Line({ label, amount, className }: { label: string; amount: string; className?: string }) {
  return (
    <div className={`flex flex-wrap justify-between gap-x-4 ${className ?? ""}`}>
      <dt>{label}</dt>
      <dd>{amount}</dd>
    </div>
  );
}
