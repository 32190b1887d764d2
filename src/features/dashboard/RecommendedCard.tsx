import { COURSE } from "../../domain/course.ts";
import { paths } from "../../domain/paths.ts";
import type { Tier } from "../../domain/plans.ts";
import { Card } from "../../ui/Card.tsx";
import { LinkButton } from "../../ui/LinkButton.tsx";

const ADVICE: Record<Tier, string> = {
  student: "Working for an organisation? The other tiers add 1-on-1 consultancy and priority support.",
  ngo: "The tier for professionals adds unlimited 1-on-1, project support and an account manager.",
  professional: "You have all of it. Each colleague enrols with an e-mail address of their own.",
};

/** The course in another tier: only one course is on sale, and the catalogue says what is planned. */
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
