import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg, totalmem } from "node:os";
import { join } from "node:path";
import { median, p95, p99 } from "../support/statistics.ts";
import { drawChart } from "./curves.ts";
import type { Sample, Soak } from "./work.ts";

export type Figures = {
  /** What was run → the indexes that its plans use. */
  indexes: Record<string, string[]>;
  /** Latencies in ms by length of history. */
  histories: { ops: number; push: number[]; pull: number[]; firstPage: number[] }[];
  peak: Sample[];
  /** The same syncs all at once: how many there were, and the time until the last had finished. */
  flood: { syncs: number; ms: number };
  payments: number[];
  paymentsMs: number;
  soaked: Soak;
  soakMinutes: number;
  ledger: { rows: number; due: number; kept: number; bytes: number; opsPerYear: number; batchMs: number };
};

const BENCH = join(import.meta.dirname, "..");
const RESULTS = join(BENCH, "RESULTS.md");
const CURVES = join(BENCH, "curves");
const [START, END] = ["<!-- measured: written by the bench -->", "<!-- end of measured -->"];
const SLICE_MS = 5_000;

/** Writes the measured part of RESULTS.md and its charts. The conclusions around it are written by hand. */
export function keepFigures(figures: Figures): void {
  mkdirSync(CURVES, { recursive: true });
  for (const [name, svg] of Object.entries(chartsOf(figures)))
    writeFileSync(join(CURVES, `${name}.svg`), svg);
  const before = readFileSync(RESULTS, "utf8");
  const [from, to] = [before.indexOf(START), before.indexOf(END)];
  if (from < 0 || to < from) throw new Error(`RESULTS.md has no place for the figures: ${START} … ${END}`);
  writeFileSync(RESULTS, before.slice(0, from) + START + measured(figures) + before.slice(to));
}

function chartsOf({ histories, peak, soaked, soakMinutes }: Figures): Record<string, string> {
  const ticks = histories.map(({ ops }) => ops);
  const byHistory = (title: string, call: "push" | "pull" | "firstPage") =>
    drawChart({
      title,
      x: { label: "ops that the learner has sent before", ticks, isLog: true },
      yLabel: "ms",
      lines: QUANTILES.map(([name, of]) => ({
        name,
        points: histories.map((each) => [each.ops, of(each[call])]),
      })),
    });
  const seconds = [0, 10, 20, 30, 40, 50, 60];
  const minutes = Array.from({ length: 5 }, (_, index) => (soakMinutes / 4) * index);
  return {
    push: byHistory("sync_push: five ops of a study session", "push"),
    pull: byHistory("sync_pull: what is new", "pull"),
    "first-page": byHistory("sync_pull: first page of a new device", "firstPage"),
    peak: drawChart({
      title: `${peak.length} learners sync within a minute`,
      x: { label: "second of the minute", ticks: seconds },
      yLabel: "ms, the wait for a connection included",
      lines: QUANTILES.slice(0, 2).map(([name, of]) => ({
        name,
        points: slices(peak).map(([at, ms]) => [at / 1000, of(ms)]),
      })),
    }),
    memory: drawChart({
      title: "Private memory of a database process during the soak",
      x: { label: "minutes", ticks: minutes },
      yLabel: "MB",
      lines: [
        {
          name: "largest",
          points: soaked.memory.map(({ atMs, kb }) => [atMs / 60_000, Math.max(...kb) / 1024]),
        },
        { name: "median", points: soaked.memory.map(({ atMs, kb }) => [atMs / 60_000, median(kb) / 1024]) },
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
  const { histories, peak, flood, payments, paymentsMs, soaked, soakMinutes, ledger, indexes } = figures;
  const [shortest] = histories;
  const byHistory = histories.flatMap(({ ops, push, pull, firstPage }) =>
    (
      [
        ["push", push, shortest?.push],
        ["pull", pull, shortest?.pull],
        ["first page", firstPage, undefined],
      ] as const
    ).map(([call, ms, floor]) => [
      whole(ops),
      call,
      ...quantiles(ms),
      floor ? `${(median(ms) / median(floor)).toFixed(2)} ×` : "–",
    ]),
  );
  const kb = soaked.memory.map((each) => median(each.kb));
  const third = Math.floor(kb.length / 3);
  const perRow = ledger.bytes / ledger.rows;
  const keptShare = ledger.kept / (ledger.kept + ledger.due);
  const before = ledger.opsPerYear;
  const steady = before * (90 / 365);
  const keptPerYear = before * keptShare;
  return `

Run of ${new Date().toISOString().slice(0, 10)} on ${cpus().length} cores (${cpus()[0]?.model ?? "unknown"}), ${Math.round(totalmem() / 1e9)} GB,
load average ${loadavg()
    .map((each) => each.toFixed(0))
    .join(", ")}. Latencies are in ms and include the transaction with its role and claims.

### Length of a learner's history

${table(["ops before", "call", "p50", "p95", "p99", "median vs the shortest"], byHistory)}

### Load

${table(
  ["load", "count", "p50", "p95", "p99", "note"],
  [
    [
      "morning peak: push and pull",
      whole(peak.length),
      ...quantiles(peak.map(({ ms }) => ms)),
      "within 60 s",
    ],
    [
      "the same, all at once",
      whole(flood.syncs),
      "–",
      "–",
      "–",
      `${(flood.syncs / (flood.ms / 1000)).toFixed(0)} syncs/s`,
    ],
    [
      "payment events, each three times, all at once",
      whole(payments.length),
      ...quantiles(payments),
      `${(payments.length / (paymentsMs / 1000)).toFixed(0)} events/s; every order paid exactly once`,
    ],
    [
      `soak of ${soakMinutes} min: push and pull`,
      whole(soaked.samples.length),
      ...quantiles(soaked.samples.map(({ ms }) => ms)),
      `median of a process ${mb(median(kb.slice(third, 2 * third)))} MB in the second third, ${mb(median(kb.slice(2 * third)))} MB in the last`,
    ],
  ],
)}

### Growth of the ledger

${table(
  ["", "rows per learner", "bytes per learner"],
  [
    ["before: after one year", whole(before), whole(before * perRow)],
    ["before: each further year adds", whole(before), whole(before * perRow)],
    ["now: of the last 90 days", whole(steady), whole(steady * perRow)],
    ["now: each year adds", whole(keptPerYear), whole(keptPerYear * perRow)],
  ],
)}

A row takes ${perRow.toFixed(0)} bytes, indexes included. Of the rows older than 90 days, ${(keptShare * 100).toFixed(1)} % stay: one device
in fifty has a clock that runs ahead. A batch of 500 rows takes ${ledger.batchMs.toFixed(0)} ms at the median.

### Indexes

No plan reads a table of 10,000 rows or more sequentially.

${table(
  ["statements", "indexes in their plans"],
  Object.entries(indexes).map(([what, names]) => [what, names.map((name) => `\`${name}\``).join(", ")]),
)}

`;
}

const quantiles = (ms: readonly number[]) => QUANTILES.map(([, of]) => of(ms).toFixed(1));
const whole = (value: number) => Math.round(value).toLocaleString("en-GB");
const mb = (kb: number) => (kb / 1024).toFixed(1);

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  return [heads, heads.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
