import { COURSE } from "../../domain/course.ts";
import { paths } from "../../domain/paths.ts";
import type { Tier } from "../../domain/plans.ts";
import { Card } from "../../ui/Card.tsx";
import { LinkButton } from "../../ui/LinkButton.tsx";

const ADVICE: Record<Tier, string> = {
  student: "Do you need more support? Add 1-on-1 consultancy and priority support, and keep your progress.",
  ngo: "Do you need more support? Add unlimited 1-on-1, custom project support and an account manager, and keep your progress.",
  professional: "Bring your colleagues: each person enrols with their own email address.",
};

/**
 * Recommends an upgrade of the learner's tier, because only one course is on sale; the catalogue shows the planned
 * ones. The page behind Enroll Now offers the higher tiers.
 */
export function RecommendedCard({ tier }: { tier: Tier | null }) {
  return (
    <Card as="section" aria-labelledby="recommended-title" className="flex flex-col gap-4">
      <div>
        <p className="eyebrow">Recommended</p>
        <h2 id="recommended-title">{COURSE.title}</h2>
      </div>
      <p>{ADVICE[tier ?? "student"]}</p>
      <div className="flex flex-wrap gap-3">
        <LinkButton to={paths.generalCheckout()}>Enroll Now</LinkButton>
        <LinkButton to={paths.catalogue()} variant="secondary">
          View All Courses
        </LinkButton>
      </div>
    </Card>
  );
}
