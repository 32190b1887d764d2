import { Check } from "lucide-react";
import { COURSE, LESSON_MINUTES } from "../../domain/course.ts";
import { paths } from "../../domain/paths.ts";
import { TIER_PLANS } from "../../domain/plans.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Card } from "../../ui/Card.tsx";
import { LinkButton } from "../../ui/LinkButton.tsx";
import { OrderAmounts } from "./OrderAmounts.tsx";
import { planCost } from "./planCost.ts";

/**
 * "12 comprehensive modules" is the wording that spec §2 prescribes for this page. Everywhere else the course has four.
 */
const INCLUDED = [
  "12 comprehensive modules",
  `${LESSON_MINUTES} minutes a day for ${COURSE.days} days`,
  ...TIER_PLANS.student.features,
];

export function GeneralSummary() {
  return (
    <div className="flex flex-col gap-4 lg:sticky lg:top-6">
      <Card
        as="aside"
        aria-labelledby="order-summary"
        className="flex flex-col gap-5 border-t-4 border-t-action"
      >
        <h2 id="order-summary" className="text-xl">
          Order Summary
        </h2>
        <div className="flex flex-wrap gap-2">
          <Badge>{COURSE.programme}</Badge>
          <Badge tone="note">{TIER_PLANS.student.label}</Badge>
        </div>
        <p className="font-display text-2xl leading-tight">{COURSE.title}</p>
        <ul className="grid gap-2">
          {INCLUDED.map((line) => (
            <li key={line} className="flex items-start gap-3">
              <Check aria-hidden="true" className="mt-1 size-5 shrink-0 text-done" />
              <span className="min-w-0">{line}</span>
            </li>
          ))}
        </ul>
        <OrderAmounts plan="full" cost={planCost("student", "full")} />
      </Card>
      <LinkButton variant="secondary" to={paths.catalogue()}>
        Change Course
      </LinkButton>
    </div>
  );
}
