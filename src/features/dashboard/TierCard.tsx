import { Check } from "lucide-react";
import { READING_WORDS, readingOf } from "../../domain/course/capstone.ts";
import { COURSE } from "../../domain/course/course.ts";
import { paths } from "../../domain/paths.ts";
import { TIER_PLANS, TIERS, type Tier } from "../../domain/sales/plans.ts";
import { useFacts } from "../../platform/providerFacts.ts";
import { Card } from "../../ui/Card.tsx";
import { LinkButton } from "../../ui/LinkButton.tsx";
import { TextLink } from "../../ui/TextLink.tsx";
import { type PlanUse, planUses } from "./planUses.ts";

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
        {READING_WORDS[readingOf(tier)]} <TextLink to={paths.capstone()}>Open your capstone</TextLink>
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

/**
 * Recommends what an owner of the course can still buy: a higher tier, or places for a team. Its links are
 * fixed (spec §2), and quieter than the learner's next step.
 */
export function RecommendedCard({ tier }: { tier: Tier | null }) {
  const next = TIERS[TIERS.indexOf(tier ?? "student") + 1];
  return (
    <Card as="section" aria-labelledby="recommended-title" className="flex flex-col gap-4">
      <div>
        <p className="eyebrow">Recommended</p>
        <h2 id="recommended-title">
          <span translate="no">{COURSE.title}</span>: {next ? TIER_PLANS[next].label : "for your team"}
        </h2>
      </div>
      <p>
        {next
          ? `You already have this course, and you keep your progress. This plan adds: ${TIER_PLANS[next].features.slice(1).join(" · ")}`
          : "Your plan includes everything. For colleagues, you can buy places for a team."}
      </p>
      <div className="flex flex-wrap gap-3">
        <LinkButton to={paths.generalCheckout()} variant="secondary">
          Enroll Now
        </LinkButton>
        <LinkButton to={paths.catalogue()} variant="quiet">
          View All Courses
        </LinkButton>
      </div>
    </Card>
  );
}
