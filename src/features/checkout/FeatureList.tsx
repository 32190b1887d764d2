import { Check } from "lucide-react";
import { TIER_PLANS, type Tier } from "../../domain/sales/plans.ts";
import { cx } from "../../ui/cx.ts";

export function FeatureList({ tier, className }: { tier: Tier; className?: string }) {
  return (
    <ul className={cx("grid gap-x-8 gap-y-2", className)}>
      {TIER_PLANS[tier].features.map((feature) => (
        <li key={feature} className="flex items-start gap-3">
          <Check aria-hidden="true" className="mt-1 size-5 shrink-0 text-done" />
          <span className="min-w-0">{feature}</span>
        </li>
      ))}
    </ul>
  );
}
