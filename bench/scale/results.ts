import { drawChart } from "../support/charts.ts";
import { circumstances, keepSection, table, whole } from "../support/resultsPage.ts";
import { median, p95, p99 } from "../support/statistics.ts";
import type { Sample } from "./work.ts";

/** Through the API over HTTP, and directly to the database as the floor. */
type Ways<Value> = { api: Value; direct: Value };
export type Load = {
  peak: Sample[];
  /** The same syncs all at once: how many there were, and the time until the last had finished. */
  flood: { syncs: number; ms: number };
  payments: number[];
  paymentsMs: number;
  /** Deliveries that failed and were repeated. */
  repeated: number;
};
export type Figures = {
  /** What was run → the indexes that its plans use. */
  indexes: Record<string, string[]>;
  /** Latencies in ms by length of history. */
  histories: { changes: number; push: Ways<number[]>; pull: Ways<number[]>; firstPage: Ways<number[]> }[];
  load: Ways<Load>;
};

const SLICE_MS = 5_000;

export const keepFigures = (figures: Figures) => keepSection("scale", measured(figures), chartsOf(figures));

function chartsOf({ histories, load }: Figures): Record<string, string> {
  const ticks = histories.map(({ changes }) => changes);
  const byHistory = (title: string, call: "push" | "pull" | "firstPage") =>
    drawChart({
      title,
      x: { label: "changes that the learner has sent before", ticks, isLog: true },
      yLabel: "ms",
      lines: [
        ...QUANTILES.map(([name, of]) => ({
          name: `API ${name}`,
          points: histories.map((each) => [each.changes, of(each[call].api)] as const),
        })),
        { name: "SQL p50", points: histories.map((each) => [each.changes, median(each[call].direct)]) },
      ],
    });
  const seconds = [0, 10, 20, 30, 40, 50, 60];
  return {
    push: byHistory("sync_push: five rows of a study session", "push"),
    pull: byHistory("sync_pull: what is new", "pull"),
    "first-page": byHistory("sync_pull: first page of a new device", "firstPage"),
    peak: drawChart({
      title: `${load.api.peak.length} learners sync within a minute`,
      x: { label: "second of the minute", ticks: seconds },
      yLabel: "ms, the wait for a connection included",
      lines: [
        ...QUANTILES.slice(0, 2).map(([name, of]) => ({
          name: `API ${name}`,
          points: slices(load.api.peak).map(([at, ms]) => [at / 1000, of(ms)] as const),
        })),
        { name: "SQL p50", points: slices(load.direct.peak).map(([at, ms]) => [at / 1000, median(ms)]) },
      ],
    }),
  };
}

const QUANTILES = [
  ["p50", median],
  ["p95", p95],
  ["p99", p99],
] as const;

function slices(samples: readonly Sample[]): [atMs: number, ms: number[]][] {
  const bySlice = new Map<number, number[]>();
  for (const { dueMs, ms } of samples) {
    const slice = Math.floor(dueMs / SLICE_MS);
    bySlice.set(slice, [...(bySlice.get(slice) ?? []), ms]);
  }
  return [...bySlice].sort(([a], [b]) => a - b).map(([slice, ms]) => [(slice + 0.5) * SLICE_MS, ms]);
}

function measured(figures: Figures): string {
  const { histories, load, indexes } = figures;
  const [shortest] = histories;
  const byHistory = histories.flatMap(({ changes, push, pull, firstPage }) =>
    (
      [
        ["push", push, shortest?.push],
        ["pull", pull, shortest?.pull],
        ["first page", firstPage, undefined],
      ] as const
    ).flatMap(([call, ms, floor]) =>
      WAYS.map(([way, name]) => [
        whole(changes),
        call,
        name,
        ...quantiles(ms[way]),
        floor ? `${(median(ms[way]) / median(floor[way])).toFixed(2)} ×` : "–",
      ]),
    ),
  );
  const byLoad = WAYS.flatMap(([way, name]) => {
    const { peak, flood, payments, paymentsMs, repeated } = load[way];
    return [
      [
        "morning peak: push and pull",
        name,
        whole(peak.length),
        ...quantiles(peak.map(({ ms }) => ms)),
        "within 60 s",
      ],
      [
        "the same, all at once",
        name,
        whole(flood.syncs),
        ...["–", "–", "–"],
        `${(flood.syncs / (flood.ms / 1000)).toFixed(0)} syncs/s`,
      ],
      [
        "payment events, each three times, all at once",
        name,
        whole(payments.length),
        ...quantiles(payments),
        `${(payments.length / (paymentsMs / 1000)).toFixed(0)} events/s; ${repeated} failed and were sent again; every order paid exactly once`,
      ],
    ];
  });
  return `${circumstances()} Latencies are in ms. "API" is over HTTP through the replica's REST service, or its functions for the
payments; "SQL" is the same transaction with its role and claims, directly on a connection.

### Length of a learner's history

${table(["changes before", "call", "through", "p50", "p95", "p99", "median vs the shortest"], byHistory)}

### Load

${table(["load", "through", "count", "p50", "p95", "p99", "note"], byLoad)}

### Indexes

No plan reads a table of 10,000 rows or more sequentially.

${table(
  ["statements", "indexes in their plans"],
  Object.entries(indexes).map(([what, names]) => [what, names.map((name) => `\`${name}\``).join(", ")]),
)}

`;
}

const WAYS = [
  ["api", "API"],
  ["direct", "SQL"],
] as const;
const quantiles = (ms: readonly number[]) => QUANTILES.map(([, of]) => of(ms).toFixed(1));
