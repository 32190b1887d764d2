import type { ReactNode } from "react";
import { Disclosure } from "../../../ui/Disclosure.tsx";
import { Table } from "../../../ui/Table.tsx";

/** The chart's own units: a bar and its gap, and the height of the highest bar. */
const STEP = 20;
const HEIGHT = 100;

type Props = {
  /** What a screen reader says instead of the picture: what is shown, and its main message. */
  label: string;
  /** One group for each place, with one value for each series. Later series are drawn over earlier ones. */
  bars: readonly { key: string; values: readonly number[] }[];
  series: readonly { name: string; fill: string; background: string }[];
  /** The value at the top. The highest one without it. */
  top?: number;
  /** A dashed line at this value, such as a benchmark. */
  line?: { at: number; name: string };
  /** Under the chart: one text for each bar, or a few that are spread over its width. */
  marks: readonly string[];
  table: { caption: string; columns: readonly { header: string; numeric?: boolean }[]; rows: ReactNode[][] };
};

/** Bars with their legend. The same figures are in a table below, for screen readers and for exact values. */
export function BarChart({ label, bars, series, top, line, marks, table }: Props) {
  const highest = top ?? Math.max(1, ...bars.flatMap(({ values }) => values));
  const heightOf = (value: number) => (value / highest) * HEIGHT;
  const width = bars.length * STEP;
  return (
    <div className="flex flex-col gap-2">
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 0 ${width} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="h-40 w-full border-b border-edge"
      >
        {bars.map(({ key, values }, index) => (
          <g key={key} transform={`translate(${index * STEP + STEP * 0.15} 0)`}>
            {values.map((value, place) => (
              <rect
                key={series[place]?.name}
                width={STEP * 0.7}
                y={HEIGHT - heightOf(value)}
                height={heightOf(value)}
                className={series[place]?.fill ?? ""}
              />
            ))}
          </g>
        ))}
        {line && (
          <line
            x2={width}
            y1={HEIGHT - heightOf(line.at)}
            y2={HEIGHT - heightOf(line.at)}
            strokeDasharray="6 4"
            vectorEffect="non-scaling-stroke"
            className="stroke-ink stroke-2"
          />
        )}
      </svg>
      <p
        aria-hidden="true"
        className={
          marks.length === bars.length
            ? "grid auto-cols-fr grid-flow-col text-center text-base text-muted"
            : "flex justify-between gap-4 text-muted"
        }
      >
        {marks.map((mark) => (
          <span key={mark}>{mark}</span>
        ))}
      </p>
      <p className="flex flex-wrap gap-x-6 gap-y-1">
        {series.map(({ name, background }) => (
          <span key={name} className="inline-flex items-center gap-2">
            <span aria-hidden="true" className={`size-3 ${background}`} />
            {name}
          </span>
        ))}
        {line && (
          <span className="inline-flex items-center gap-2">
            <span aria-hidden="true" className="w-6 border-t-2 border-dashed border-ink" />
            {line.name}
          </span>
        )}
      </p>
      <Disclosure summary={`${table.caption} as a table`}>
        <Table captionHidden {...table} />
      </Disclosure>
    </div>
  );
}
