import { Check } from "lucide-react";
import type { Access } from "../../db/rows.ts";
import { paths } from "../../domain/paths.ts";
import { TIER_PLANS } from "../../domain/plans.ts";
import { Card } from "../../ui/Card.tsx";
import { TextLink } from "../../ui/TextLink.tsx";

/** What the learner's tier includes beyond the lessons, and whom to contact for it. */
export function TierCard({ tier }: Pick<Access, "tier">) {
  const { label, features } = TIER_PLANS[tier];
  return (
    <Card as="section" aria-labelledby="tier-title" className="flex flex-col gap-4">
      <div>
        <p className="eyebrow">{label}</p>
        <h2 id="tier-title">Your plan includes</h2>
      </div>
      <ul className="flex flex-col gap-2">
        {features.map((feature) => (
          <li key={feature} className="flex items-start gap-3">
            <Check aria-hidden="true" className="mt-1 size-5 shrink-0 text-done" />
            {feature}
          </li>
        ))}
      </ul>
      <p>
        To use any of these, <TextLink to={paths.contact()}>write to us</TextLink>. Receipts and dates are
        under <TextLink to={paths.account()}>Your payments</TextLink>.
      </p>
    </Card>
  );
}
