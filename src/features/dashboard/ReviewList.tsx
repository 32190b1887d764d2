import { paths } from "../../domain/paths.ts";
import { REVIEWS } from "../../domain/study/pacing.ts";
import type { LocalDay } from "../../domain/study/studyDays.ts";
import { reviewDueOn, reviewTitle } from "../../domain/study/studyPlan.ts";
import { Badge } from "../../ui/Badge.tsx";
import { TextLink } from "../../ui/TextLink.tsx";
import { nearDay } from "./dayWords.ts";
import type { StudyPlanFacts } from "./useStudyPlan.ts";

/** The reviews whose lessons are complete, with their due dates, and when the next one follows. */
export function ReviewList({ plan }: { plan: StudyPlanFacts }) {
  const { start, today, done, completedOn } = plan;
  const reviews = REVIEWS.map((review) => ({
    review,
    isDone: done.reviews.has(review.set),
    dueOn: reviewDueOn(review, start ?? today, completedOn),
  }));
  const open = reviews.filter(({ isDone, dueOn }) => isDone || dueOn !== null);
  const next = reviews.find((each) => !open.includes(each));
  return (
    <section aria-labelledby="reviews-title" className="min-w-0">
      <h2 id="reviews-title">Reviews</h2>
      {open.length > 0 && (
        <>
          <p className="mt-2 max-w-prose text-muted">
            Five mixed questions each, to help what you learned stick. Nothing is graded.
          </p>
          <ul className="mt-3 flex flex-col">
            {open.map(({ review, isDone, dueOn }) => (
              <li
                key={review.set}
                className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line py-2.5"
              >
                <TextLink to={paths.review(review.set)}>{reviewTitle(review)}</TextLink>
                {isDone ? <Badge tone="done">Done</Badge> : dueOn && <DueDay day={dueOn} today={today} />}
              </li>
            ))}
          </ul>
        </>
      )}
      {next && (
        <p className="mt-2 text-muted">
          The {open.length === 0 ? "first" : "next"} review comes after lesson {next.review.after}.
        </p>
      )}
    </section>
  );
}

function DueDay({ day, today }: { day: LocalDay; today: LocalDay }) {
  if (day <= today) return <Badge tone="highlight">Due</Badge>;
  return <span className="text-muted">due {nearDay(day, today)}</span>;
}
