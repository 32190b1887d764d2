import { COURSE } from "../../domain/course/course.ts";
import { dateOf, nextStep, planDay, stepPath, stepTitle } from "../../domain/study/studyPlan.ts";
import { Card } from "../../ui/Card.tsx";
import { LinkButton } from "../../ui/LinkButton.tsx";
import { nearDay } from "./dayWords.ts";
import type { StudyPlanFacts } from "./useStudyPlan.ts";

/** Shows the plan's step for today. A learner who is behind sees only the next step and no reproach. */
export function TodayCard({ plan }: { plan: StudyPlanFacts }) {
  const { today, start, done, streak } = plan;
  const day = start === null ? 1 : planDay(start, today);
  const next = nextStep(day, done);
  return (
    <Card
      as="section"
      aria-labelledby="today-title"
      className="flex flex-col gap-4 border-l-4 border-l-accent"
    >
      <div>
        <p className="eyebrow">{whichDay(day, start !== null)}</p>
        <h2 id="today-title">{next.when === "finished" ? "Your study plan is complete" : "Today"}</h2>
      </div>
      {next.when === "finished" ? (
        <p>You have finished every lesson and review. You can return to them at any time.</p>
      ) : (
        <>
          <p className="text-lg">
            {next.when === "later" && "Nothing is planned for today. Next is "}
            <span className="font-semibold">{stepTitle(next.step)}</span>
            {next.when === "later" && start !== null && `, ${nearDay(dateOf(start, next.step.day), today)}`}
            {next.when === "later" && ". You can continue whenever you like"}.
          </p>
          <LinkButton
            to={stepPath(next.step)}
            variant={next.when === "now" ? "primary" : "secondary"}
            className="self-start"
          >
            {next.when === "later"
              ? "Continue now"
              : next.step.kind === "review"
                ? "Open the review"
                : "Open the lesson"}
          </LinkButton>
        </>
      )}
      {streak.days > 0 && next.when !== "finished" && (
        <p className="text-muted">{streakWords(streak.days)}</p>
      )}
    </Card>
  );
}

function whichDay(day: number, hasBegun: boolean): string {
  if (!hasBegun) return `Your ${COURSE.days} days`;
  if (day < 1) return "Your study plan starts soon";
  return day > COURSE.days ? "After the study plan, at your own pace" : `Day ${day} of ${COURSE.days}`;
}

function streakWords(days: number): string {
  return `${days}-day streak. Days with nothing planned and one day off a week do not break it.`;
}
