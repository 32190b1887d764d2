import * as z from "zod/mini";
import { TIERS } from "../../../domain/sales/plans.ts";
import { formatPence } from "../../../domain/sales/pricing.ts";
import { FactList } from "../../../ui/FactList.tsx";
import { Loaded } from "../frame/Loaded.tsx";
import { Screen } from "../frame/Screen.tsx";
import { useStaffQuery } from "../frame/useStaffQuery.ts";
import { ActivityChart, CompletionChart, learnersSchema, TierChart } from "./LearnerCharts.tsx";
import { SalesChart, salesSchema } from "./SalesChart.tsx";
import { WorkList, workSchema } from "./WorkList.tsx";

const todaySchema = z.object({
  sales: salesSchema,
  ...learnersSchema,
  work: workSchema,
});
type Today = z.infer<typeof todaySchema>;

const NO_ARGUMENTS = {};

/** What needs a person, what was sold, and who is learning. */
export default function TodayPage() {
  const query = useStaffQuery("staff_today", NO_ARGUMENTS, todaySchema);
  return (
    <Screen title="Today">
      <Loaded query={query} what="today's figures">
        {(today) => (
          <div className="flex flex-col gap-10">
            <WorkList work={today.work} />
            <Sales today={today} />
            <Learning today={today} />
          </div>
        )}
      </Loaded>
    </Screen>
  );
}

function Sales({ today: { sales } }: { today: Today }) {
  const sum = (count: (day: Today["sales"][number]) => number) =>
    sales.reduce((total, day) => total + count(day), 0);
  const payments = sum((day) => day.payments);
  return (
    <section aria-labelledby="sales" className="flex flex-col gap-5">
      <h2 id="sales" className="text-2xl">
        Sales of the last 30 days
      </h2>
      <FactList
        facts={[
          [formatPence(sum((day) => day.paid_pence)), "paid, VAT included"],
          [`${payments}`, payments === 1 ? "payment" : "payments"],
          [formatPence(sum((day) => day.refunded_pence)), "refunded of these"],
        ]}
      />
      <SalesChart sales={sales} />
    </section>
  );
}

function Learning({ today }: { today: Today }) {
  return (
    <section aria-labelledby="learning" className="flex flex-col gap-8">
      <div className="flex flex-col gap-5">
        <h2 id="learning" className="text-2xl">
          Learners
        </h2>
        <FactList
          facts={[
            [`${today.active_learners}`, "active in the last seven days"],
            [`${TIERS.reduce((sum, tier) => sum + today.tiers[tier], 0)}`, "with access to the course"],
          ]}
        />
      </div>
      <div className="grid gap-8 lg:grid-cols-2">
        <TierChart {...today} />
        <ActivityChart {...today} />
      </div>
      <CompletionChart {...today} />
    </section>
  );
}
