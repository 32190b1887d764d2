import { INSTALLMENT_MONTHS, type Plan, type Tier } from "../../domain/plans.ts";
import { formatPence } from "../../domain/pricing.ts";
import { planCost } from "./planCost.ts";

/** How the plans differ and how the instalment plan ends. */
export function PlanNotes({ tier, plan }: { tier: Tier; plan: Plan }) {
  const saving = planCost(tier, "installment").overallPence - planCost(tier, "full").overallPence;
  return (
    <div className="flex flex-col gap-2 text-base text-muted">
      <p>
        {plan === "full"
          ? `Save ${formatPence(saving)}, VAT included, by paying in full.`
          : "Total cost is slightly higher when using the 3-month instalment option."}
      </p>
      <p>
        An instalment plan is a recurring subscription that automatically ends after {INSTALLMENT_MONTHS}{" "}
        payments.
      </p>
    </div>
  );
}
