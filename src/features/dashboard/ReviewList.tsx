import { paths } from "../../domain/paths.ts";
import { REVIEWS, type Review } from "../../domain/study/pacing.ts";
import { reviewDueOn, reviewTitle } from "../../domain/study/studyPlan.ts";
import { Badge } from "../../ui/Badge.tsx";
import { TextLink } from "../../ui/TextLink.tsx";
import { nearDay } from "./dayWords.ts";
import type { StudyPlanFacts } from "./useStudyPlan.ts";

/** The four reviews with their due dates. Each depends only on its lesson. */
export function ReviewList({ plan }: { plan: StudyPlanFacts }) {
  return (
    <section aria-labelledby="reviews-title" className="min-w-0">
      <h2 id="reviews-title">Reviews</h2>
      <p className="mt-2 max-w-prose text-muted">
        Five mixed questions each, to help what you learned stick. Nothing is graded.
      </p>
      <ul className="mt-3 flex flex-col">
        {REVIEWS.map((review) => (
          <li
            key={review.set}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line py-2.5"
          >
            <TextLink to={paths.review(review.set)}>{reviewTitle(review)}</TextLink>
            <Standing review={review} plan={plan} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Standing({ review, plan }: { review: Review; plan: StudyPlanFacts }) {
  const { start, today, done, completedOn } = plan;
  if (done.reviews.has(review.set)) return <Badge tone="done">Done</Badge>;
  const dueOn = start && reviewDueOn(review, start, completedOn);
  if (!dueOn) return <span className="text-muted">after lesson {review.after}</span>;
  if (dueOn <= today) return <Badge tone="highlight">Due</Badge>;
  return <span className="text-muted">due {nearDay(dueOn, today)}</span>;
}
