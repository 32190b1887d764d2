import { Fragment } from "react";
import { paths } from "../../domain/paths.ts";
import { TIER_PLANS, TIERS, type Tier } from "../../domain/plans.ts";
import { TextLink } from "../../ui/TextLink.tsx";

/** Links to the prices of the other tiers. */
export function OtherTiers({ tier }: { tier: Tier }) {
  const others = TIERS.filter((each) => each !== tier);
  return (
    <p className="text-muted">
      Not you? See the prices for{" "}
      {others.map((other, index) => (
        <Fragment key={other}>
          {index > 0 && " or "}
          <TextLink to={paths.pricing(other)}>{TIER_PLANS[other].label}</TextLink>
        </Fragment>
      ))}
      .
    </p>
  );
}
