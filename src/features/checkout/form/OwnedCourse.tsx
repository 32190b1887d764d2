import { paths } from "../../../domain/paths.ts";
import { TIER_PLANS, TIERS, type Tier } from "../../../domain/sales/plans.ts";
import { breakDownPrice, formatPence, formatWholePounds } from "../../../domain/sales/pricing.ts";
import { Card } from "../../../ui/Card.tsx";
import { LinkButton } from "../../../ui/LinkButton.tsx";
import { PriceNote } from "../../../ui/OfferCard.tsx";
import { TextLink } from "../../../ui/TextLink.tsx";

/** Replaces the checkout form for a learner who already owns this tier, and offers any higher tier. */
export function OwnedCourse({ tier }: { tier: Tier }) {
  const higher = TIERS.slice(TIERS.indexOf(tier) + 1);
  return (
    <div className="flex max-w-[44rem] flex-col gap-6">
      <h2>You already have this course</h2>
      <p>
        You are enrolled on the {TIER_PLANS[tier].label} plan. There is nothing more to pay, and your progress
        is safe.
      </p>
      <LinkButton to={paths.dashboard()} size="large" className="self-start">
        Go to My Learning
      </LinkButton>
      {higher.length > 0 ? (
        <section aria-labelledby="higher-plans" className="flex flex-col gap-4">
          <h3 id="higher-plans">Plans that include more</h3>
          {higher.map((each) => (
            <HigherPlan key={each} tier={each} />
          ))}
        </section>
      ) : (
        <p>
          Your plan includes everything we offer with this course. To enrol colleagues,{" "}
          <TextLink to={paths.buyTeam(tier)}>buy places for a team</TextLink>.
        </p>
      )}
    </div>
  );
}

function HigherPlan({ tier }: { tier: Tier }) {
  const { label, features, pricePence } = TIER_PLANS[tier];
  return (
    <Card className="flex flex-col gap-3">
      <h4>{label}</h4>
      <p>{features.join(" · ")}</p>
      <div className="flex flex-wrap items-baseline gap-x-2">
        <p translate="no" className="text-xl font-semibold">
          {formatWholePounds(pricePence.full)}
        </p>
        <PriceNote total={formatPence(breakDownPrice(pricePence.full).totalPence)} isPerLearner />
      </div>
      <LinkButton to={paths.pricing(tier)} variant="secondary" className="self-start">
        See {label}
      </LinkButton>
    </Card>
  );
}
