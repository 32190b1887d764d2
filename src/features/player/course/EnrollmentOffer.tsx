import { TOTAL_LESSONS } from "../../../domain/course/course.ts";
import { paths } from "../../../domain/paths.ts";
import { TIER_PLANS, TIERS } from "../../../domain/sales/plans.ts";
import {
  breakDownPrice,
  formatPence,
  formatWholePounds,
  VAT_PERCENT,
} from "../../../domain/sales/pricing.ts";
import { TextLink } from "../../../ui/TextLink.tsx";

/** The price of each tier with a link to its plans. */
export function EnrollmentOffer() {
  return (
    <div className="flex flex-col items-start gap-3">
      <p>All {TOTAL_LESSONS} lessons, quizzes and the certificate.</p>
      <ul className="flex flex-col gap-3">
        {TIERS.map((tier) => {
          const { label, pricePence } = TIER_PLANS[tier];
          return (
            <li key={tier}>
              <TextLink to={paths.pricing(tier)} className="font-semibold">
                {label}
              </TextLink>
              <span className="block text-muted">
                {formatWholePounds(pricePence.full)} plus {VAT_PERCENT}% VAT,{" "}
                {formatPence(breakDownPrice(pricePence.full).totalPence)} in total
              </span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
