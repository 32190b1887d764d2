import * as z from "zod/mini";
import { once } from "../../../domain/once.ts";
import { TIER_PLANS, TIERS } from "../../../domain/sales/plans.ts";
import { formatPence } from "../../../domain/sales/pricing.ts";
import { BarChart } from "./BarChart.tsx";

/** The share of learners who completed Elements of AI by 2021, the best-known open course on the same subject. */
const FIELD_COMPLETION_PERCENT = 11.7;

export const learnersSchema = {
  tiers: z.object({ student: z.number(), ngo: z.number(), professional: z.number() }),
  active_learners: z.number(),
  /** Every active learner once, on the day of their last activity. */
  active_by_day: z.array(z.object({ day: z.string(), learners: z.number() })),
  cohorts: z.array(z.object({ month: z.string(), learners: z.number(), completed: z.nullable(z.number()) })),
};
type Learners = z.infer<z.ZodMiniObject<typeof learnersSchema>>;

const LEARNERS = { fill: "fill-note", background: "bg-note" };
const count = (learners: number) => `${learners} ${learners === 1 ? "learner" : "learners"}`;

const WEEKDAY = once(() => new Intl.DateTimeFormat("en-GB", { weekday: "short", timeZone: "UTC" }));

export function TierChart({ tiers }: Pick<Learners, "tiers">) {
  const total = TIERS.reduce((sum, tier) => sum + tiers[tier], 0);
  if (total === 0) return <p className="text-muted">Nobody has access to the course at the moment.</p>;
  const named = TIERS.map((tier) => `${TIER_PLANS[tier].label}: ${tiers[tier]}`);
  return (
    <BarChart
      label={`Learners with access, by tier. ${named.join(", ")}.`}
      bars={TIERS.map((tier) => ({ key: tier, values: [tiers[tier]] }))}
      series={[{ name: "Learners with access, by tier", ...LEARNERS }]}
      marks={TIERS.map((tier) => ({ name: TIER_PLANS[tier].label, value: `${tiers[tier]}` }))}
      table={{
        caption: "Learners by tier",
        columns: [{ header: "Tier" }, { header: "Learners", numeric: true }],
        rows: TIERS.map((tier) => [TIER_PLANS[tier].label, tiers[tier]]),
      }}
    />
  );
}

export function ActivityChart({
  active_by_day: days,
  active_learners: active,
}: Pick<Learners, "active_by_day" | "active_learners">) {
  if (active === 0) return <p className="text-muted">Nobody has studied in the last seven days.</p>;
  return (
    <BarChart
      label={`${count(active)} active in the last seven days, each on the day of their last activity. ${days.map((each) => `${dayOf(each)}: ${each.learners}`).join(", ")}.`}
      bars={days.map(({ day, learners }) => ({ key: day, values: [learners] }))}
      series={[{ name: "Active learners, by the day of their last activity (UTC)", ...LEARNERS }]}
      marks={days.map(({ day, learners }) => ({
        name: WEEKDAY().format(new Date(`${day}T00:00:00Z`)),
        value: `${learners}`,
      }))}
      table={{
        caption: "Last activity by day",
        columns: [{ header: "Day" }, { header: "Learners", numeric: true }],
        rows: days.map((each) => [dayOf(each), each.learners]),
      }}
    />
  );
}

const MONTH = once(
  () => new Intl.DateTimeFormat("en-GB", { month: "long", year: "numeric", timeZone: "UTC" }),
);
const SHORT_MONTH = once(() => new Intl.DateTimeFormat("en-GB", { month: "short", timeZone: "UTC" }));
type Cohort = Learners["cohorts"][number];
const begun = ({ month }: Cohort) => new Date(`${month}-01T00:00:00Z`);
const percentOf = ({ completed, learners }: Cohort) =>
  completed === null ? null : (completed / learners) * 100;

/** The share of each month's learners who completed the course, beside the field's. */
export function CompletionChart({ cohorts }: Pick<Learners, "cohorts">) {
  if (cohorts.length === 0)
    return <p className="text-muted">Completion appears here by month once someone has enrolled.</p>;
  const shown = cohorts.map((each) => ({ each, percent: percentOf(each) }));
  const known = shown.flatMap(({ each, percent }) =>
    percent === null ? [] : [`${MONTH().format(begun(each))}: ${percent.toFixed(1)}%`],
  );
  const highest = Math.max(FIELD_COMPLETION_PERCENT * 1.5, ...shown.map(({ percent }) => percent ?? 0));
  return (
    <BarChart
      label={`Share of learners who completed the course, by month of enrolment, beside ${FIELD_COMPLETION_PERCENT}% for Elements of AI in 2021. ${known.join(", ") || "No month has ten learners yet"}.`}
      bars={shown.map(({ each, percent }) => ({ key: each.month, values: [percent ?? 0] }))}
      series={[{ name: "Completed the whole course, by month of enrolment", ...LEARNERS }]}
      top={highest}
      line={{ at: FIELD_COMPLETION_PERCENT, name: `Elements of AI, 2021: ${FIELD_COMPLETION_PERCENT}%` }}
      marks={shown.map(({ each, percent }) => ({
        // An apostrophe, because "Nov 26" would be read as a day.
        name: `${SHORT_MONTH().format(begun(each))} ’${each.month.slice(2, 4)}`,
        value: percent === null ? "—" : `${Math.round(percent)}%`,
      }))}
      table={{
        caption: "Completion by month of enrolment",
        columns: [
          { header: "Enrolled" },
          { header: "Learners", numeric: true },
          { header: "Completed", numeric: true },
        ],
        rows: shown.map(({ each, percent }) => [
          MONTH().format(begun(each)),
          each.learners,
          percent === null ? "Not shown for fewer than 10" : `${percent.toFixed(1)}% (${each.completed})`,
        ]),
      }}
    />
  );
}

export const salesSchema = z.array(
  z.object({ day: z.string(), payments: z.number(), paid_pence: z.number(), refunded_pence: z.number() }),
);
type Sales = z.infer<typeof salesSchema>;

const DAY = once(() => new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" }));
const dayOf = ({ day }: { day: string }) => DAY().format(new Date(`${day}T00:00:00Z`));

const SERIES = [
  { name: "Paid on the day (UTC)", fill: "fill-note", background: "bg-note" },
  { name: "Refunded since", fill: "fill-accent", background: "bg-accent" },
];

/** One bar for each day. */
export function SalesChart({ sales }: { sales: Sales }) {
  const highest = Math.max(...sales.map((day) => day.paid_pence));
  const best = sales.find((day) => day.paid_pence === highest);
  const [first, last] = [sales[0], sales.at(-1)];
  if (!first || !last || !best || highest === 0)
    return <p className="text-muted">Nothing was paid in the last 30 days.</p>;
  return (
    <BarChart
      label={`Paid per day from ${dayOf(first)} to ${dayOf(last)}. The most was ${formatPence(highest)} on ${dayOf(best)}.`}
      bars={sales.map((day) => ({ key: day.day, values: [day.paid_pence, day.refunded_pence] }))}
      series={SERIES}
      marks={[dayOf(first), `Highest: ${formatPence(highest)} on ${dayOf(best)}`, dayOf(last)]}
      table={{
        caption: "Sales by day",
        columns: [
          { header: "Day" },
          { header: "Payments", numeric: true },
          { header: "Paid", numeric: true },
          { header: "Refunded since", numeric: true },
        ],
        rows: sales
          .filter((day) => day.payments > 0)
          .map((day) => [
            dayOf(day),
            day.payments,
            formatPence(day.paid_pence),
            formatPence(day.refunded_pence),
          ]),
      }}
    />
  );
}
