import { CircleCheck, CircleDashed } from "lucide-react";
import { PACING } from "../../domain/pacing.ts";
import type { LocalDay } from "../../domain/studyDays.ts";
import { type Done, dateOf, isStepDone, stepPath, stepTitle } from "../../domain/studyPlan.ts";
import { TextLink } from "../../ui/TextLink.tsx";
import { longDay } from "./dayWords.ts";

/** The thirty days, step by step. Dates depend on the learner's start and are left out before it. */
export function PlanSteps({ start, done }: { start: LocalDay | null; done: Done }) {
  return (
    <ol className="flex flex-col">
      {PACING.map((step) => {
        const isDone = isStepDone(step, done);
        const Icon = isDone ? CircleCheck : CircleDashed;
        return (
          <li key={step.day} className="flex items-start gap-3 border-b border-line py-2.5">
            <Icon
              aria-hidden="true"
              className={isDone ? "mt-1 size-5 shrink-0 text-done" : "mt-1 size-5 shrink-0 text-muted"}
            />
            <div className="min-w-0">
              <TextLink to={stepPath(step)}>{stepTitle(step)}</TextLink>
              <p className="text-base text-muted">
                Day {step.day}
                {isDone ? ", done" : start && `, ${longDay(dateOf(start, step.day))}`}
              </p>
            </div>
          </li>
        );
      })}
    </ol>
  );
}
