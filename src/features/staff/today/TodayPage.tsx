import * as z from "zod/mini";
import { TIER_PLANS, TIERS } from "../../../domain/sales/plans.ts";
import { formatPence } from "../../../domain/sales/pricing.ts";
import { FactList } from "../../../ui/FactList.tsx";
import { Table } from "../../../ui/Table.tsx";
import { Loaded } from "../frame/Loaded.tsx";
import { Screen } from "../frame/Screen.tsx";
import { useStaffQuery } from "../frame/useStaffQuery.ts";
import { SalesChart, salesSchema } from "./SalesChart.tsx";
import { WorkList, workSchema } from "./WorkList.tsx";

/** The share of learners who completed Elements of AI by 2021, the best-known open course on the same subject. */
const FIELD_COMPLETION_PERCENT = 11.7;

const todaySchema = z.object({
  sales: salesSchema,
  tiers: z.object({ student: z.number(), ngo: z.number(), professional: z.number() }),
  active_learners: z.number(),
  cohorts: z.array(z.object({ month: z.string(), learners: z.number(), completed: z.nullable(z.number()) })),
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
  return (
    <section aria-labelledby="sales" className="flex flex-col gap-5">
      <h2 id="sales" className="text-2xl">
        Sales of the last 30 days
      </h2>
      <FactList
        facts={[
          [formatPence(sum((day) => day.paid_pence)), "paid, VAT included"],
          [`${sum((day) => day.payments)}`, "payments"],
          [formatPence(sum((day) => day.refunded_pence)), "refunded of these"],
        ]}
      />
      <SalesChart sales={sales} />
    </section>
  );
}

const MONTH = new Intl.DateTimeFormat("en-GB", { month: "long", year: "numeric", timeZone: "UTC" });

function Learning({ today: { tiers, active_learners: active, cohorts } }: { today: Today }) {
  return (
    <section aria-labelledby="learning" className="flex flex-col gap-5">
      <h2 id="learning" className="text-2xl">
        Learners
      </h2>
      <FactList
        facts={[
          [`${active}`, "active in the last seven days"],
          ...TIERS.map((tier) => [`${tiers[tier]}`, `enrolled: ${TIER_PLANS[tier].label}`] as const),
        ]}
      />
      {cohorts.length === 0 ? (
        <p className="text-muted">Completion appears here by month once someone has enrolled.</p>
      ) : (
        <Table
          caption={`Completed the whole course, by month of enrolment (Elements of AI, 2021: ${FIELD_COMPLETION_PERCENT}%)`}
          columns={[
            { header: "Enrolled" },
            { header: "Learners", numeric: true },
            { header: "Completed", numeric: true },
          ]}
          rows={cohorts.map(({ month, learners, completed }) => [
            MONTH.format(new Date(`${month}-01T00:00:00Z`)),
            learners,
            completed === null
              ? "Not shown for fewer than 10"
              : `${((completed / learners) * 100).toFixed(1)}% (${completed})`,
          ])}
        />
      )}
    </section>
  );
}
