import { TOTAL_LESSONS } from "../../domain/course.ts";
import { paths } from "../../domain/paths.ts";
import { TIER_PLANS } from "../../domain/plans.ts";
import { breakDownPrice, formatPence, formatWholePounds, VAT_PERCENT } from "../../domain/pricing.ts";
import { LinkButton } from "../../ui/LinkButton.tsx";

/** What enrolment costs. Only the tier whose pages exist is named; each later tier adds its line with its pages. */
export function EnrollmentOffer() {
  const { label, pricePence } = TIER_PLANS.student;
  return (
    <div className="flex flex-col items-start gap-4">
      <p>
        All {TOTAL_LESSONS} lessons, quizzes and the certificate. {label}:{" "}
        {formatWholePounds(pricePence.full)} plus {VAT_PERCENT}% VAT,{" "}
        {formatPence(breakDownPrice(pricePence.full).totalPence)} in all.
      </p>
      <LinkButton to={paths.pricing("student")}>See the payment options</LinkButton>
    </div>
  );
}
