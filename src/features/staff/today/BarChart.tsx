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
  /** The value at the top. By default the highest value. */
  top?: number;
  /** A dashed line at this value, such as a benchmark. */
  line?: { at: number; name: string };
  /** Under the chart: the name and value of each bar, or a few texts that are spread over its width. */
  marks: readonly { name: string; value: string }[] | readonly string[];
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
        {line && <Level y={HEIGHT - heightOf(line.at)} width={width} />}
      </svg>
      <Marks marks={marks} />
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

/** With an edge in the colour of the page, so that the line also shows where it crosses a bar. */
function Level({ y, width }: { y: number; width: number }) {
  const line = { x2: width, y1: y, y2: y, vectorEffect: "non-scaling-stroke" } as const;
  return (
    <>
      <line {...line} className="stroke-paper stroke-[5]" />
      <line {...line} strokeDasharray="6 4" className="stroke-ink stroke-2" />
    </>
  );
}

/** For the eye only: the chart's label and the table say the same. */
function Marks({ marks }: Pick<Props, "marks">) {
  const isNamed = typeof marks[0] === "object";
  return (
    <div
      aria-hidden="true"
      className={
        isNamed
          ? "grid auto-cols-[minmax(0,1fr)] grid-flow-col gap-x-1 text-center text-base leading-tight"
          : "flex justify-between gap-4 text-muted"
      }
    >
      {marks.map((mark) =>
        typeof mark === "string" ? (
          <span key={mark}>{mark}</span>
        ) : (
          <p key={mark.name}>
            <span className="block font-semibold">{mark.value}</span>
            <span className="text-muted">{mark.name}</span>
          </p>
        ),
      )}
    </div>
  );
}
