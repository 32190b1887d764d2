import { CircleCheck, CircleDashed } from "lucide-react";
import { outlineLesson } from "../../domain/course/course.ts";
import { LESSON_IDS, type LessonId } from "../../domain/ids.ts";
import { paths } from "../../domain/paths.ts";
import { longDay, nearDay } from "../../domain/study/dayWords.ts";
import { DAYS, type PacingStep } from "../../domain/study/pacing.ts";
import { AGAIN_TITLE, REVIEWS, reviewTitle } from "../../domain/study/reviews.ts";
import type { LocalDay } from "../../domain/study/studyDays.ts";
import {
  type Done,
  dateOf,
  isStepDone,
  reviewDueOn,
  stepPath,
  stepTitle,
} from "../../domain/study/studyPlan.ts";
import { formatMoment } from "../../domain/text/dates.ts";
import { count } from "../../domain/text/syncSentence.ts";
import { Badge } from "../../ui/Badge.tsx";
import { cx } from "../../ui/cx.ts";
import { Disclosure } from "../../ui/Disclosure.tsx";
import { lazyPart } from "../../ui/page/lazyPart.tsx";
import { TextLink } from "../../ui/TextLink.tsx";
import { PlanCalendar, PlanStart } from "./PlanSettings.tsx";
import type { StudyPlanFacts } from "./useStudyPlan.ts";

const Reminders = lazyPart(() => import("./reminders/Reminders.tsx"));

type Attempt = { id: string; score: number; passed: boolean; takenAt: string };
type Attempts = ReadonlyMap<LessonId, readonly Attempt[]>;

/** The reviews that are open, and, folded: the whole plan, the results of the quizzes, the plan's start and reminders. */
export function PlanDetails({ plan, attempts }: { plan: StudyPlanFacts; attempts: Attempts }) {
  return (
    <section aria-labelledby="plan-title" id="plan" className="min-w-0 scroll-mt-6">
      <h2 id="plan-title">Your 30 days</h2>
      {plan.streak.days > 0 && (
        <p className="mt-2 max-w-prose text-muted">
          {plan.streak.days}-day streak. Days with nothing planned and one day off a week do not break it.
        </p>
      )}
      <Reviews plan={plan} />
      <Disclosure summary="See every step" className="mt-3">
        <PlanSteps start={plan.start} done={plan.done} />
      </Disclosure>
      {attempts.size > 0 && (
        <Disclosure summary="Quiz results">
          <QuizResults attempts={attempts} />
        </Disclosure>
      )}
      <Disclosure summary="Change the start date">
        <PlanStart plan={plan} />
      </Disclosure>
      <Reminders plan={plan} calendar={<PlanCalendar start={plan.start ?? plan.today} />} />
    </section>
  );
}

/**
 * The thirty days with their steps. The dates depend on the day on which the learner starts, and are left out until it is
 * known.
 */
function PlanSteps({ start, done }: { start: LocalDay | null; done: Done }) {
  return (
    <ol className="flex flex-col">
      {DAYS.map(({ day, steps }) => (
        <li key={day} className="border-b border-line py-2.5">
          <p className="text-base text-muted">
            Day {day}
            {start && `, ${longDay(dateOf(start, day))}`}
          </p>
          <ul className="flex flex-col gap-1">
            {steps.map((step) => (
              <PlanStep key={stepPath(step)} step={step} isDone={isStepDone(step, done)} />
            ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}

function PlanStep({ step, isDone }: { step: PacingStep; isDone: boolean }) {
  const Icon = isDone ? CircleCheck : CircleDashed;
  return (
    <li className="flex items-start gap-3">
      <Icon aria-hidden="true" className={cx("mt-1 size-5 shrink-0", isDone ? "text-done" : "text-muted")} />
      <span className="min-w-0">
        <TextLink to={stepPath(step)}>{stepTitle(step)}</TextLink>
        {isDone && <span className="text-muted">, done</span>}
      </span>
    </li>
  );
}

/** The reviews whose lessons are complete and the questions to try again, with their due dates, and when the next review follows. */
function Reviews({ plan }: { plan: StudyPlanFacts }) {
  const { start, today, done, completedOn, againOn, dueQuestions } = plan;
  const reviews = REVIEWS.map((review) => ({
    review,
    isDone: done.reviews.has(review.set),
    dueOn: reviewDueOn(review, start ?? today, completedOn),
  }));
  const open = reviews.filter(({ isDone, dueOn }) => isDone || dueOn !== null);
  const next = reviews.find((each) => !open.includes(each));
  return (
    <>
      {(open.length > 0 || againOn) && (
        <>
          <p className="mt-2 max-w-prose text-muted">
            Five mixed questions in each review, and the questions that you got wrong, to help what you
            learned stick. Nothing is graded.
          </p>
          <ul aria-label="Reviews" className="mt-3 flex flex-col">
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
    </>
  );
}

const ROW = "flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line py-2.5";

function DueDay({ day, today, count }: { day: LocalDay; today: LocalDay; count?: number }) {
  if (day <= today) return <Badge tone="highlight">{count ? `${count} due` : "Due"}</Badge>;
  return <span className="text-muted">due {nearDay(day, today)}</span>;
}

/** Every submitted quiz, by lesson. Attempts are never overwritten, and the best one counts. */
function QuizResults({ attempts }: { attempts: Attempts }) {
  return (
    <ul className="flex flex-col gap-4">
      {LESSON_IDS.map((lessonId) => {
        const taken = attempts.get(lessonId);
        if (!taken) return null;
        const best = Math.max(...taken.map(({ score }) => score));
        return (
          <li key={lessonId}>
            <p className="font-semibold">
              Lesson {lessonId}: {outlineLesson(lessonId).title}
            </p>
            <p className="text-muted">
              {count(taken.length, "attempt")}, best {best}%
            </p>
            <ol>
              {taken.map(({ id, score, passed, takenAt }) => (
                <li key={id} className="flex flex-wrap justify-between gap-x-4">
                  <span>{formatMoment(takenAt)}</span>
                  <span>
                    <span className="font-semibold">{score}%</span>, {passed ? "passed" : "not passed"}
                  </span>
                </li>
              ))}
            </ol>
          </li>
        );
      })}
    </ul>
  );
}
