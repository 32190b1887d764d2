import { paths } from "../../domain/paths.ts";
import { nearDay } from "../../domain/study/dayWords.ts";
import { AGAIN_TITLE, REVIEWS, reviewTitle } from "../../domain/study/pacing.ts";
import type { LocalDay } from "../../domain/study/studyDays.ts";
import { reviewDueOn } from "../../domain/study/studyPlan.ts";
import { Badge } from "../../ui/Badge.tsx";
import { TextLink } from "../../ui/TextLink.tsx";
import type { StudyPlanFacts } from "./useStudyPlan.ts";

/** The reviews whose lessons are complete and the questions to try again, with their due dates, and when the next review follows. */
export function ReviewList({ plan }: { plan: StudyPlanFacts }) {
  const { start, today, done, completedOn, againOn, dueQuestions } = plan;
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
      {(open.length > 0 || againOn) && (
        <>
          <p className="mt-2 max-w-prose text-muted">
            Five mixed questions in each review, and the questions that you got wrong, to help what you
            learned stick. Nothing is graded.
          </p>
          <ul className="mt-3 flex flex-col">
            {againOn && (
              <li className={ROW}>
                <TextLink to={paths.review("due")}>{AGAIN_TITLE}</TextLink>
                <DueDay day={againOn} today={today} count={dueQuestions} />
              </li>
            )}
            {open.map(({ review, isDone, dueOn }) => (
              <li key={review.set} className={ROW}>
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

const ROW = "flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line py-2.5";

function DueDay({ day, today, count }: { day: LocalDay; today: LocalDay; count?: number }) {
  if (day <= today) return <Badge tone="highlight">{count ? `${count} due` : "Due"}</Badge>;
  return <span className="text-muted">due {nearDay(day, today)}</span>;
}
