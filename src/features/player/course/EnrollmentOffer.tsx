import { TOTAL_LESSONS } from "../../../domain/course/course.ts";
import { paths } from "../../../domain/paths.ts";
import { INSTALLMENT_MONTHS, type Plan, TIER_PLANS, TIERS, type Tier } from "../../../domain/sales/plans.ts";
import { breakDownPrice, formatPence } from "../../../domain/sales/pricing.ts";
import { TextLink } from "../../../ui/TextLink.tsx";

/** What each tier costs today, in full and as the first of three payments, with a link to its plans. */
export function EnrollmentOffer() {
  return (
    <div className="flex flex-col gap-3">
      <p>{`All ${TOTAL_LESSONS} lessons, quizzes and the certificate, for one learner. All prices include VAT.`}</p>
      <ul className="flex flex-col gap-3">
        {TIERS.map((tier) => (
          <li key={tier} className="border-t border-line pt-3">
            <TextLink to={paths.pricing(tier)} className="font-semibold">
              {TIER_PLANS[tier].label}
            </TextLink>
            <p>
              <strong translate="no">{formatPence(totalOf(tier, "full"))}</strong> today
            </p>
            <p className="text-muted">
              or <span translate="no">{formatPence(totalOf(tier, "installment"))}</span> today and in each of
              the next two months,{" "}
              <span translate="no">{formatPence(totalOf(tier, "installment") * INSTALLMENT_MONTHS)}</span> in
              all
            </p>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** In pence, with VAT. For instalments, one month's. */
function totalOf(tier: Tier, plan: Plan): number {
  return breakDownPrice(TIER_PLANS[tier].pricePence[plan]).totalPence;
}
