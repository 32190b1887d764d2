import { Fragment } from "react";
import { COURSE, LESSON_MINUTES, outlineLesson, TOTAL_LESSONS } from "../../domain/course/course.ts";
import type { LabForm } from "../../domain/course/labState.ts";
import { paths } from "../../domain/paths.ts";
import { continuePath, continueWords } from "../../domain/study/begun.ts";
import { nearDay } from "../../domain/study/dayWords.ts";
import { PACING } from "../../domain/study/pacing.ts";
import {
  isStepDone,
  type NextStep,
  nextStep,
  planDay,
  type StudyStep,
  stepPath,
  stepTitle,
} from "../../domain/study/studyPlan.ts";
import { count } from "../../domain/text/syncSentence.ts";
import { LinkButton } from "../../ui/LinkButton.tsx";
import { TextLink } from "../../ui/TextLink.tsx";
import { PlanThread } from "./PlanThread.tsx";
import type { StudyPlanFacts } from "./useStudyPlan.ts";

type Props = {
  /** Null while the progress is unknown. The plan, which depends on it, is then null too. */
  percent: number | null;
  plan: StudyPlanFacts | null;
};

/**
 * The header of My Learning: what to do today, how far the learner is, and the thirty days. Its button is in the first
 * window on the smallest phones, upright or not.
 */
export function WelcomeBanner({ percent, plan }: Props) {
  return (
    <header className="overflow-hidden rounded-card border border-line bg-surface">
      <div className="short:py-3 grid items-start gap-x-10 gap-y-4 p-4 sm:p-7 md:grid-cols-[2fr_3fr] md:grid-rows-[auto_1fr]">
        <div>
          <p className="eyebrow">My Learning</p>
          <h1 className="text-2xl sm:text-4xl">{percent ? "Welcome back" : "Welcome to your course"}</h1>
        </div>
        {plan && <Today plan={plan} />}
        {percent !== null && <p className="max-w-prose text-muted md:text-ink">{greeting(percent)}</p>}
      </div>
      {plan && <PlanThread plan={plan} />}
    </header>
  );
}

function greeting(percent: number): string {
  if (percent >= 100) return `You have completed every lesson of ${COURSE.title}.`;
  if (percent === 0) return `${COURSE.title} is ready for you. ${LESSON_MINUTES} minutes a day is enough.`;
  return `You have completed ${percent}% of ${COURSE.title}.`;
}

/** Shows the plan's next step. A learner who is behind sees only that step and no reproach. */
function Today({ plan }: { plan: StudyPlanFacts }) {
  const next = nextStep(plan);
  return (
    <section
      aria-labelledby="today-title"
      className="flex flex-col items-start gap-3 md:row-span-2 md:rounded-card md:border md:border-edge md:bg-paper md:p-4"
    >
      <div>
        <div className="flex flex-wrap items-baseline gap-x-3">
          <h2 id="today-title" className="eyebrow font-sans">
            {next.when === "finished" ? "Your study plan is complete" : "Today"}
          </h2>
          <p className="text-muted">{whichDay(plan)}</p>
        </div>
        <StepWords next={next} plan={plan} />
      </div>
      <StepLink next={next} plan={plan} />
      <SameDay next={next} plan={plan} />
    </section>
  );
}

function whichDay({ start, today, streak, done }: StudyPlanFacts): string {
  // The day says little to a learner who has completed the course early.
  const isComplete = done.lessons.size === TOTAL_LESSONS;
  const day = start === null ? null : planDay(start, today);
  const parts = [isComplete ? `All ${TOTAL_LESSONS} lessons done` : planDayWords(day)];
  if (streak.days > 0) parts.push(`${streak.days}-day streak`);
  return parts.join(" · ");
}

function planDayWords(day: number | null): string {
  if (day === null) return `Your ${COURSE.days} days`;
  if (day < 1) return "Your study plan starts soon";
  return day > COURSE.days ? "After the study plan, at your own pace" : `Day ${day} of ${COURSE.days}`;
}

type StepProps = { next: NextStep; plan: StudyPlanFacts };

/** The lesson to continue, if that is the next step. */
function toContinue({ next, plan: { begun } }: StepProps) {
  if (next.when === "finished" || next.step.kind !== "lesson") return null;
  return begun?.lessonId === next.step.lessonId ? begun : null;
}

const STEP_TITLE = "mb-1 font-display text-xl leading-snug";

function StepWords({ next, plan }: StepProps) {
  if (next.when === "finished")
    return (
      <p>
        You have finished every lesson, lab, task, topic and review, and handed in your capstone. You can
        return to them at any time.
      </p>
    );
  const title = stepTitle(next.step);
  if (next.when === "later") {
    return (
      <>
        <p className={STEP_TITLE}>{title}</p>
        <p>You are up to date. This is due {nearDay(next.on, plan.today)}, and you can start it now.</p>
      </>
    );
  }
  const begun = toContinue({ next, plan });
  return (
    <>
      <p className={STEP_TITLE}>{title}</p>
      {begun ? (
        // The second part is on a separate line if both do not fit on one.
        <p className="flex flex-wrap gap-x-3">
          <span className="font-semibold">{continueWords(begun)}</span>
          <span>
            {begun.extent
              ? `About ${count(begun.extent.minutesLeft, "minute")} left`
              : "Not on this device yet"}
          </span>
        </p>
      ) : (
        <p>{effort(next)}</p>
      )}
    </>
  );
}

/** The other open steps on the day of the next one. */
function SameDay({ next, plan: { start, today, done } }: StepProps) {
  if (next.when !== "now" || next.step.kind === "again") return null;
  const { day } = next.step;
  const others = PACING.filter((step) => step.day === day && step !== next.step && !isStepDone(step, done));
  if (others.length === 0) return null;
  const isToday = day === (start === null ? 1 : planDay(start, today));
  return (
    <p>
      {isToday ? "Also today" : `Also on day ${day}`}:{" "}
      {others.map((step, index) => (
        <Fragment key={stepPath(step)}>
          {index > 0 && ", "}
          <TextLink to={stepPath(step)}>{stepTitle(step)}</TextLink>
        </Fragment>
      ))}
    </p>
  );
}

function effort({ step }: Extract<NextStep, { when: "now" }>): string {
  switch (step.kind) {
    case "lesson":
      return `About ${count(outlineLesson(step.lessonId).minutes, "minute")}`;
    case "lab":
      return `About ${count(step.minutes, "minute")}${LAB_EFFORT[step.form ?? "lab"]}`;
    case "review":
      return "Five mixed questions. Nothing is graded.";
    case "again":
      return "You once got them wrong, and today is a good day to try again. Nothing is graded.";
    case "submit":
      return "Read it once more, then hand it in. That works offline too.";
  }
}

const LAB_EFFORT: Record<LabForm, string> = {
  lab: ". It runs on this device, also without a connection.",
  task: ", with your own assistant or without one.",
  topic: ". It can be read without a connection.",
};

const OPEN_WORDS = {
  lesson: "Open the lesson",
  submit: "Open your capstone",
  review: "Open the review",
  again: "Open the questions",
} as const;

function openWords(step: StudyStep): string {
  return step.kind === "lab" ? `Open the ${step.form ?? "lab"}` : OPEN_WORDS[step.kind];
}

function StepLink({ next, plan }: StepProps) {
  if (next.when === "finished") return <LinkButton to={paths.certificate()}>Your certificate</LinkButton>;
  if (next.when === "later") {
    return (
      <LinkButton to={stepPath(next.step)} variant="secondary">
        Continue now
      </LinkButton>
    );
  }
  const begun = toContinue({ next, plan });
  if (begun) return <LinkButton to={continuePath(begun)}>Continue the lesson</LinkButton>;
  return <LinkButton to={stepPath(next.step)}>{openWords(next.step)}</LinkButton>;
}
