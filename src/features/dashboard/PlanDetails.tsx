import { CalendarPlus, CircleCheck, CircleDashed } from "lucide-react";
import { type FormEvent, useState } from "react";
import { choosePlanStart } from "../../db/study/studyLog.ts";
import { planCalendar } from "../../domain/study/calendar.ts";
import { longDay } from "../../domain/study/dayWords.ts";
import { PACING } from "../../domain/study/pacing.ts";
import { addDays, isLocalDay, type LocalDay } from "../../domain/study/studyDays.ts";
import { type Done, dateOf, isStepDone, stepPath, stepTitle } from "../../domain/study/studyPlan.ts";
import { Button } from "../../ui/Button.tsx";
import { Disclosure } from "../../ui/Disclosure.tsx";
import { Field } from "../../ui/form/Field.tsx";
import { Select } from "../../ui/form/Select.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";
import { toast } from "../../ui/overlay/toast.ts";
import { lazyPart } from "../../ui/page/lazyPart.tsx";
import { TextLink } from "../../ui/TextLink.tsx";
import type { StudyPlanFacts } from "./useStudyPlan.ts";

const Reminders = lazyPart(() => import("./reminders/Reminders.tsx"));

/** The whole plan, its start and its reminders, collapsed by default. */
export function PlanDetails({ plan }: { plan: StudyPlanFacts }) {
  return (
    <section aria-labelledby="plan-title" className="min-w-0">
      <h2 id="plan-title">Your 30 days</h2>
      {plan.streak.days > 0 && (
        <p className="mt-2 max-w-prose text-muted">
          {plan.streak.days}-day streak. Days with nothing planned and one day off a week do not break it.
        </p>
      )}
      <Disclosure summary="See every step" className="mt-3">
        <PlanSteps start={plan.start} done={plan.done} />
      </Disclosure>
      <Disclosure summary="Change the start date">
        <PlanStart plan={plan} />
      </Disclosure>
      <Reminders plan={plan} calendar={<PlanCalendar start={plan.start ?? plan.today} />} />
    </section>
  );
}

/**
 * The thirty days, step by step. The dates depend on the day on which the learner starts, and are left out until it is
 * known.
 */
function PlanSteps({ start, done }: { start: LocalDay | null; done: Done }) {
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

/** Changes the plan's first day, or moves the plan so that its next step is due today. */
function PlanStart({ plan }: { plan: StudyPlanFacts }) {
  const [typed, setTyped] = useState<string>(plan.start ?? plan.today);
  const [error, setError] = useState<string>();
  // Labs never hold the plan back.
  const next = PACING.find((step) => step.kind !== "lab" && !isStepDone(step, plan.done));

  async function choose(day: LocalDay): Promise<void> {
    try {
      await choosePlanStart(day);
      setTyped(day);
      toast({
        title: "Your study plan’s dates have changed",
        description: "Calendar files you saved before have the old dates.",
      });
    } catch (failure) {
      console.error("The start of the study plan could not be saved", failure);
      setError("This device could not save the date. Please try again.");
    }
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    setError(isLocalDay(typed) ? undefined : "Choose a date, such as 30/11/2026.");
    if (isLocalDay(typed)) void choose(typed);
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col items-start gap-4">
      <Field
        label="Day 1 of your study plan"
        hint="If you do not choose one, it is the first day you studied."
        error={error}
      >
        {(control) => (
          <TextInput
            {...control}
            type="date"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="secondary">
          Use this day
        </Button>
        {next && (
          <Button variant="quiet" onClick={() => void choose(addDays(plan.today, 1 - next.day))}>
            Continue from today
          </Button>
        )}
      </div>
    </form>
  );
}

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const ALL_DAY = "all-day";
const clock = (hour: number) => `${String(hour).padStart(2, "0")}:00`;

/** Creates the plan as a calendar file on this device. If the plan moves, importing a new file moves the events. */
function PlanCalendar({ start }: { start: LocalDay }) {
  const [time, setTime] = useState(ALL_DAY);

  function save(): void {
    const hour = time === ALL_DAY ? null : Number(time);
    const file = planCalendar({ start, hour, nowMs: Date.now(), origin: location.origin });
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([file], { type: "text/calendar;charset=utf-8" }));
    link.download = "ai-fluency-plan.ics";
    link.click();
    URL.revokeObjectURL(link.href);
  }

  return (
    <div className="flex flex-wrap items-end gap-3">
      <Field label="In your calendar" className="basis-48">
        {({ required: _, ...control }) => (
          <Select {...control} value={time} onChange={(event) => setTime(event.target.value)}>
            <option value={ALL_DAY}>All day</option>
            {HOURS.map((hour) => (
              <option key={hour} value={hour}>
                At {clock(hour)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Button variant="secondary" onClick={save}>
        <CalendarPlus aria-hidden="true" className="size-5" />
        Save calendar file
      </Button>
    </div>
  );
}
