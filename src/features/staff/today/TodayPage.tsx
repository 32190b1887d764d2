import { Check } from "lucide-react";
import { Link } from "react-router-dom";
import * as z from "zod/mini";
import { staffPaths } from "../../../domain/paths.ts";
import { TIERS } from "../../../domain/sales/plans.ts";
import { formatPence } from "../../../domain/sales/pricing.ts";
import { cx } from "../../../ui/cx.ts";
import { FactList } from "../../../ui/FactList.tsx";
import { Loaded } from "../frame/Loaded.tsx";
import { Screen } from "../frame/Screen.tsx";
import { useStaffQuery } from "../frame/useStaffQuery.ts";
import { itemsOf, useWaiting, type Work, type WorkItem } from "../frame/waiting.ts";
import {
  ActivityChart,
  CompletionChart,
  learnersSchema,
  SalesChart,
  salesSchema,
  TierChart,
} from "./Charts.tsx";

const todaySchema = z.object({ sales: salesSchema, ...learnersSchema });
type Today = z.infer<typeof todaySchema>;

const NO_ARGUMENTS = {};

/** What there is to do, what was sold, and who is learning. */
export default function TodayPage() {
  const query = useStaffQuery("staff_today", NO_ARGUMENTS, todaySchema);
  return (
    <Screen title="Today">
      <Loaded query={useWaiting()} what="what there is to do">
        {(work) => <WorkList work={work} />}
      </Loaded>
      <Loaded query={query} what="today's figures">
        {(today) => (
          <div className="flex flex-col gap-10">
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

/** Each line leads to the area where it is done. */
function WorkList({ work }: { work: Work }) {
  const waiting = itemsOf(work).filter(({ count }) => count > 0);
  return (
    <section aria-labelledby="work" className="flex flex-col gap-4">
      <h2 id="work" className="text-2xl">
        To do
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

function WorkLine({ item: { count, one, many, area, filter, remedy } }: { item: WorkItem }) {
  const line = (
    <>
      <span className="min-w-10 font-display text-2xl font-semibold">{count}</span>
      <span>
        <span className={cx(area && "text-link")}>{count === 1 ? one : many}</span>
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
