import { Check } from "lucide-react";
import { type CapstoneReading, readingOf } from "../../domain/course/capstone.ts";
import { paths } from "../../domain/paths.ts";
import { TIER_PLANS, type Tier } from "../../domain/sales/plans.ts";
import { useFacts } from "../../platform/providerFacts.ts";
import { Card } from "../../ui/Card.tsx";
import { TextLink } from "../../ui/TextLink.tsx";
import { type PlanUse, planUses } from "./planUses.ts";

const CAPSTONE_WORDS: Record<CapstoneReading, string> = {
  reviewer: "When you hand in your capstone, a reviewer reads it and answers with points and comments.",
  self: "When you hand in your capstone, you score it yourself, guided by a lab.",
};

/** Everything that the learner's tier includes, each with the way to use it. */
export function TierCard({ tier }: { tier: Tier }) {
  const [own, ...included] = planUses(tier, useFacts());
  return (
    <Card as="section" aria-labelledby="tier-title" className="flex flex-col gap-5">
      <div>
        <p className="eyebrow">{TIER_PLANS[tier].label}</p>
        <h2 id="tier-title">Your plan includes</h2>
      </div>
      <UseList uses={own?.uses ?? []} />
      {included.map(({ label, uses }) => (
        <section key={label} aria-label={`Also included: ${label}`} className="flex flex-col gap-3">
          <h3 className="text-lg">And everything for {label}</h3>
          <UseList uses={uses} />
        </section>
      ))}
      <p>
        {CAPSTONE_WORDS[readingOf(tier)]} <TextLink to={paths.capstone()}>Open your capstone</TextLink>
      </p>
      <p>
        Receipts and dates are under <TextLink to={paths.account()}>Your payments</TextLink>.
      </p>
    </Card>
  );
}

function UseList({ uses }: { uses: readonly PlanUse[] }) {
  return (
    <ul className="flex flex-col gap-3">
      {uses.map(({ feature, link, note }) => (
        <li key={feature} className="flex items-start gap-3">
          <Check aria-hidden="true" className="mt-1 size-5 shrink-0 text-done" />
          <div className="flex min-w-0 flex-col">
            <span>{feature}</span>
            {link && (
              <TextLink to={link.to} className="self-start">
                {link.words}
                <span className="sr-only"> ({feature})</span>
              </TextLink>
            )}
            {note && <span className="text-base text-muted">{note}</span>}
          </div>
        </li>
      ))}
    </ul>
  );
}
