import { CalendarPlus } from "lucide-react";
import { type FormEvent, useState } from "react";
import { choosePlanStart } from "../../db/study/studyLog.ts";
import { planCalendar } from "../../domain/study/calendar.ts";
import { PACING } from "../../domain/study/pacing.ts";
import { addDays, isLocalDay, type LocalDay } from "../../domain/study/studyDays.ts";
import { isStepDone } from "../../domain/study/studyPlan.ts";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/form/Field.tsx";
import { Select } from "../../ui/form/Select.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";
import { toast } from "../../ui/overlay/toast.ts";
import type { StudyPlanFacts } from "./useStudyPlan.ts";

/** Changes the plan's first day, or moves the plan so that its next step is due today. */
export function PlanStart({ plan }: { plan: StudyPlanFacts }) {
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
export function PlanCalendar({ start }: { start: LocalDay }) {
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
