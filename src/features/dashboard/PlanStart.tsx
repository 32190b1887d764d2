import { type FormEvent, useState } from "react";
import { choosePlanStart } from "../../db/planStart.ts";
import { PACING } from "../../domain/pacing.ts";
import { addDays, isLocalDay, type LocalDay } from "../../domain/studyDays.ts";
import { isStepDone } from "../../domain/studyPlan.ts";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { TextInput } from "../../ui/TextInput.tsx";
import { toast } from "../../ui/toast.ts";
import type { StudyPlanFacts } from "./useStudyPlan.ts";

/** Moves the plan: to another first day, or so that the next step is today. */
export function PlanStart({ plan }: { plan: StudyPlanFacts }) {
  const [typed, setTyped] = useState<string>(plan.start ?? plan.today);
  const [error, setError] = useState<string>();
  const next = PACING.find((step) => !isStepDone(step, plan.done));

  async function choose(day: LocalDay): Promise<void> {
    try {
      await choosePlanStart(day);
      setTyped(day);
      toast({
        title: "Your plan has moved",
        description: "Calendar files you saved before have the old dates.",
      });
    } catch (failure) {
      console.error("The start of the plan could not be kept", failure);
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
        label="Day 1 of your plan"
        hint="If you do not choose one, it is the first day you studied. Saved on this device."
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
