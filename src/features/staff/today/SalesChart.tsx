import * as z from "zod/mini";
import { formatPence } from "../../../domain/sales/pricing.ts";
import { Disclosure } from "../../../ui/Disclosure.tsx";
import { Table } from "../../../ui/Table.tsx";

export const salesSchema = z.array(
  z.object({ day: z.string(), payments: z.number(), paid_pence: z.number(), refunded_pence: z.number() }),
);
type Sales = z.infer<typeof salesSchema>;

const DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });
const dayOf = ({ day }: Sales[number]) => DAY.format(new Date(`${day}T00:00:00Z`));

/** The chart's own units: a bar and its gap, and the height of the highest bar. */
const STEP = 20;
const HEIGHT = 100;

/** One bar for each day. The same figures are in a table below, for screen readers and for exact values. */
export function SalesChart({ sales }: { sales: Sales }) {
  const highest = Math.max(...sales.map((day) => day.paid_pence));
  const best = sales.find((day) => day.paid_pence === highest);
  const [first, last] = [sales[0], sales.at(-1)];
  if (!first || !last || !best || highest === 0)
    return <p className="text-muted">Nothing was paid in the last 30 days.</p>;
  const heightOf = (pence: number) => (pence / highest) * HEIGHT;
  return (
    <div className="flex flex-col gap-2">
      <svg
        role="img"
        aria-label={`Paid per day from ${dayOf(first)} to ${dayOf(last)}. The most was ${formatPence(highest)} on ${dayOf(best)}.`}
        viewBox={`0 0 ${sales.length * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="h-40 w-full border-b border-edge"
      >
        {sales.map((day, index) => (
          <g key={day.day} transform={`translate(${index * STEP} 0)`}>
            <rect
              width={STEP * 0.7}
              y={HEIGHT - heightOf(day.paid_pence)}
              height={heightOf(day.paid_pence)}
              className="fill-note"
            />
            <rect
              width={STEP * 0.7}
              y={HEIGHT - heightOf(day.refunded_pence)}
              height={heightOf(day.refunded_pence)}
              className="fill-accent"
            />
          </g>
        ))}
      </svg>
      <p aria-hidden="true" className="flex justify-between gap-4 text-muted">
        <span>{dayOf(first)}</span>
        <span>
          Highest: {formatPence(highest)} on {dayOf(best)}
        </span>
        <span>{dayOf(last)}</span>
      </p>
      <p className="flex flex-wrap gap-x-6 gap-y-1">
        <span className="inline-flex items-center gap-2">
          <span aria-hidden="true" className="size-3 bg-note" />
          Paid on the day (UTC)
        </span>
        <span className="inline-flex items-center gap-2">
          <span aria-hidden="true" className="size-3 bg-accent" />
          Refunded of it since
        </span>
      </p>
      <Disclosure summary="Sales by day as a table">
        <Table
          caption="Sales by day"
          captionHidden
          columns={[
            { header: "Day" },
            { header: "Payments", numeric: true },
            { header: "Paid", numeric: true },
            { header: "Refunded since", numeric: true },
          ]}
          rows={sales
            .filter((day) => day.payments > 0)
            .map((day) => [
              dayOf(day),
              day.payments,
              formatPence(day.paid_pence),
              formatPence(day.refunded_pence),
            ])}
        />
      </Disclosure>
    </div>
  );
}
