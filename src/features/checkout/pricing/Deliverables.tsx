import { Check } from "lucide-react";
import { READING_WORDS, readingOf } from "../../../domain/course/capstone.ts";
import { deliverable } from "../../../domain/sales/deliverables.ts";
import { TIER_PLANS, type Tier } from "../../../domain/sales/plans.ts";
import { useFacts } from "../../../platform/providerFacts.ts";

/** The features of a tier, each with what it delivers. */
export function Deliverables({ tier }: { tier: Tier }) {
  const facts = useFacts();
  return (
    <>
      <ul className="flex max-w-[40rem] flex-col gap-4">
        {TIER_PLANS[tier].features.map((feature) => (
          <li key={feature} className="flex items-start gap-3">
            <Check aria-hidden="true" className="mt-1 size-5 shrink-0 text-done" />
            <div className="min-w-0">
              <p className="font-semibold">{feature}</p>
              <p className="text-muted">{deliverable(feature, facts)}</p>
            </div>
          </li>
        ))}
      </ul>
      <p className="max-w-[36rem]">
        {READING_WORDS[readingOf(tier)]}
        {readingOf(tier) === "reviewer" && ` Usually within ${facts.reviewTime}.`}
      </p>
    </>
  );
}
