import * as z from "zod/mini";
import { once } from "../../../domain/once.ts";
import { formatPence } from "../../../domain/sales/pricing.ts";
import { BarChart } from "./BarChart.tsx";

export const salesSchema = z.array(
  z.object({ day: z.string(), payments: z.number(), paid_pence: z.number(), refunded_pence: z.number() }),
);
type Sales = z.infer<typeof salesSchema>;

const DAY = once(() => new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" }));
export const dayOf = ({ day }: { day: string }) => DAY().format(new Date(`${day}T00:00:00Z`));

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
