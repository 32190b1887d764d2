import { Disclosure } from "../../ui/Disclosure.tsx";
import { PlanCalendar } from "./PlanCalendar.tsx";
import { PlanStart } from "./PlanStart.tsx";
import { PlanSteps } from "./PlanSteps.tsx";
import type { StudyPlanFacts } from "./useStudyPlan.ts";

/** The whole plan, its start and its calendar file, collapsed by default. */
export function PlanDetails({ plan }: { plan: StudyPlanFacts }) {
  return (
    <section aria-labelledby="plan-title" className="min-w-0">
      <h2 id="plan-title">Your 30 days</h2>
      <Disclosure summary="See every step" className="mt-3">
        <PlanSteps start={plan.start} done={plan.done} />
      </Disclosure>
      <Disclosure summary="Move the plan or add it to your calendar">
        <div className="flex flex-col gap-6">
          <PlanStart plan={plan} />
          <PlanCalendar start={plan.start ?? plan.today} />
        </div>
      </Disclosure>
    </section>
  );
}
