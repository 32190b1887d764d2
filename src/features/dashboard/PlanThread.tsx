import { Link } from "react-router-dom";
import { COURSE, TOTAL_LESSONS } from "../../domain/course/course.ts";
import { longDay } from "../../domain/study/dayWords.ts";
import { DAYS } from "../../domain/study/pacing.ts";
import { dateOf, isStepDone, planDay, stepPath, stepTitle } from "../../domain/study/studyPlan.ts";
import { cx } from "../../ui/cx.ts";
import { ThreadPattern } from "../../ui/pattern/ThreadPattern.tsx";
import type { StudyPlanFacts } from "./useStudyPlan.ts";

/** The thirty days as knots on one thread, which is woven where a day is done. Each knot opens the next step of its day. */
export function PlanThread({ plan: { start, today, done } }: { plan: StudyPlanFacts }) {
  const days = DAYS.flatMap(({ day, steps }) => {
    const open = steps.filter((step) => !isStepDone(step, done));
    const [next] = [...open, ...steps];
    return next ? [{ day, steps, next, isDone: open.length === 0 }] : [];
  });
  if (days.every(({ isDone }) => isDone))
    return <ThreadPattern seed="my-learning" weave="plait" steps={60} className="h-12 w-full sm:h-16" />;
  const isComplete = done.lessons.size === TOTAL_LESSONS;
  const current = isComplete ? null : start === null ? 1 : planDay(start, today);
  return (
    <nav aria-label="The days of your plan" className="@container px-4 pb-4 sm:px-7 sm:pb-6">
      <ol className="grid grid-cols-5 @min-[14.5rem]:grid-cols-10 @min-[28rem]:grid-cols-15 @min-[45rem]:grid-cols-30">
        {days.map(({ day, steps, next, isDone }) => {
          const titles = steps.map(stepTitle).join("; ");
          const isToday = day === current;
          const date = start && longDay(dateOf(start, day));
          const words = [isToday && "today", isDone ? "done" : !isToday && date];
          return (
            <li key={day} title={titles}>
              <Link
                to={stepPath(next)}
                aria-current={isToday ? "date" : undefined}
                className="group relative flex min-h-11 flex-col items-center"
              >
                <Strands isWoven={isDone} isTurned={day % 2 === 0} />
                <span
                  className={cx(
                    KNOT,
                    isDone ? "border-done bg-done forced-colors:bg-[CanvasText]" : "border-edge bg-surface",
                  )}
                />
                <span className="sr-only">
                  {[`Day ${day} of ${COURSE.days}`, ...words.filter(Boolean)].join(", ")}: {titles}
                </span>
                <span aria-hidden="true" className={cx(NUMBER, isToday ? TODAY : "text-muted")}>
                  {day}
                </span>
              </Link>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

const KNOT = "relative my-1.5 size-3 rounded-full border-2 group-hover:border-ink";
const NUMBER = "w-full max-w-6 rounded-full text-center text-sm leading-5 tabular-nums group-hover:text-ink";
const TODAY = "bg-action font-semibold text-on-action group-hover:text-on-action forced-colors:outline";

/** The two strands of a done day cross under its knot. Those of a day to come are not woven yet. */
function Strands({ isWoven, isTurned }: { isWoven: boolean; isTurned: boolean }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 32 24"
      preserveAspectRatio="none"
      fill="none"
      strokeWidth="2.5"
      className="absolute top-0 -left-px h-6 w-[calc(100%+2px)]"
    >
      {[FALLING, RISING].map((path, index) => (
        <path
          key={path}
          d={isWoven ? path : STRAIGHT[index]}
          vectorEffect="non-scaling-stroke"
          className={isWoven ? ((index === 0) === isTurned ? "stroke-clay" : "stroke-indigo") : "stroke-line"}
        />
      ))}
    </svg>
  );
}

const FALLING = "M0 7C12 7 20 17 32 17";
const RISING = "M0 17C12 17 20 7 32 7";
const STRAIGHT = ["M0 7H32", "M0 17H32"];
