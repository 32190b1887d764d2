import { Check } from "lucide-react";
import { Link } from "react-router-dom";
import * as z from "zod/mini";
import { staffPaths } from "../../../domain/paths.ts";
import { TIERS } from "../../../domain/sales/plans.ts";
import { formatPence } from "../../../domain/sales/pricing.ts";
import { FactList } from "../../../ui/FactList.tsx";
import { Loaded } from "../frame/Loaded.tsx";
import { Screen } from "../frame/Screen.tsx";
import { useStaffQuery } from "../frame/useStaffQuery.ts";
import {
  ActivityChart,
  CompletionChart,
  learnersSchema,
  SalesChart,
  salesSchema,
  TierChart,
} from "./Charts.tsx";

const workSchema = z.object({
  student_ids: z.number(),
  messages: z.number(),
  capstones: z.number(),
  factor_removals: z.number(),
  stuck_orders: z.number(),
  unclaimed_orders: z.number(),
  failed_payments: z.number(),
  disputes: z.number(),
  missing_facts: z.number(),
  missing_vat_number: z.number(),
  mails_given_up: z.number(),
  late_jobs: z.array(z.string()),
});

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

type Work = z.infer<typeof workSchema>;

type Item = {
  count: number;
  /** Follows the count: "student IDs to check". */
  one: string;
  many: string;
  /** The area in which it is done. Without one, `remedy` says what to do. */
  area?: string;
  /** The filter of that area's list. */
  filter?: string;
  remedy?: string;
};

function itemsOf(work: Work): Item[] {
  return [
    {
      count: work.student_ids,
      one: "student ID to check",
      many: "student IDs to check",
      area: "student-ids",
    },
    { count: work.messages, one: "message to answer", many: "messages to answer", area: "messages" },
    { count: work.capstones, one: "capstone to review", many: "capstones to review", area: "capstones" },
    {
      count: work.factor_removals,
      one: "lost second factor: a second person has to check who is asking",
      many: "lost second factors: a second person has to check who is asking",
      area: "learners",
      filter: "factor",
    },
    {
      count: work.stuck_orders,
      one: "paid order without access for more than ten minutes",
      many: "paid orders without access for more than ten minutes",
      area: "orders",
    },
    {
      count: work.unclaimed_orders,
      one: "paid order waits until its buyer confirms the address",
      many: "paid orders wait until their buyers confirm the address",
      area: "orders",
    },
    {
      count: work.failed_payments,
      one: "instalment failed, and its learner has been asked to pay",
      many: "instalments failed, and their learners have been asked to pay",
      area: "orders",
    },
    {
      count: work.disputes,
      one: "open dispute: answer it in the payment provider's dashboard",
      many: "open disputes: answer them in the payment provider's dashboard",
      area: "orders",
    },
    {
      count: work.missing_facts,
      one: "form to fill in under Settings, before the academy can take real payments",
      many: "forms to fill in under Settings, before the academy can take real payments",
      area: "settings",
    },
    {
      count: work.missing_vat_number,
      one: "VAT number to enter under Settings, before the academy can take real payments",
      many: "VAT numbers to enter under Settings, before the academy can take real payments",
      area: "settings",
    },
    {
      count: work.mails_given_up,
      one: "email could not be sent in the last day",
      many: "emails could not be sent in the last day",
      remedy: "docs/alerts.md explains what to do.",
    },
    {
      count: work.late_jobs.length,
      one: `job has not run: ${work.late_jobs.join(", ")}`,
      many: `jobs have not run: ${work.late_jobs.join(", ")}`,
      remedy: "docs/alerts.md explains what to do.",
    },
  ];
}

/** What needs a person. Each line leads to the area where it is done. */
function WorkList({ work }: { work: Work }) {
  const waiting = itemsOf(work).filter(({ count }) => count > 0);
  return (
    <section aria-labelledby="work" className="flex flex-col gap-4">
      <h2 id="work" className="text-2xl">
        Needs a person
      </h2>
      {waiting.length === 0 ? (
        <p className="inline-flex items-center gap-2">
          <Check aria-hidden="true" className="size-5 text-done" />
          Nothing is waiting.
        </p>
      ) : (
        <ul className="flex flex-col">
          {waiting.map((item) => (
            <li key={item.many} className="border-t border-line">
              <WorkLine item={item} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function WorkLine({ item: { count, one, many, area, filter, remedy } }: { item: Item }) {
  const line = (
    <>
      <span className="min-w-10 font-display text-2xl font-semibold">{count}</span>
      <span>
        {count === 1 ? one : many}
        {remedy && <span className="block text-muted">{remedy}</span>}
      </span>
    </>
  );
  const className = "flex items-baseline gap-4 px-3 py-3";
  if (!area) return <div className={className}>{line}</div>;
  return (
    <Link
      to={{ pathname: staffPaths.area(area), search: filter && `?filter=${filter}` }}
      className={`${className} hover:bg-sunken`}
    >
      {line}
    </Link>
  );
}
