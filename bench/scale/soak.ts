import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { collectGarbage } from "../../tests/support/collectGarbage.ts";
import { drawChart } from "../support/charts.ts";
import { circumstances, keepSection, table, whole } from "../support/resultsPage.ts";
import { median, slope } from "../support/statistics.ts";
import type { ScaleDatabase } from "./database.ts";
import type { Device } from "./work.ts";

const SYNCING_DEVICES = 15;
const MAX_PAUSE_MS = 500;
const MOST_SAMPLES = 60;
/** Collecting garbage before each sample takes time. */
const LEAST_BETWEEN_SAMPLES_MS = 5_000;
const MINUTE_MS = 60_000;
const KB = 1024;

export const PARTS = ["database", "api", "functions"] as const;
type Part = (typeof PARTS)[number];
export type Soak = {
  syncs: number;
  events: number;
  /** In KB, by part. `database` is the median of its processes. */
  memory: { atMs: number; kb: Record<Part, number> }[];
};

/**
 * Devices sync through the API until the time is up, while `deliver` sends events to the functions. Records the private
 * memory of the database's processes and of the functions, and the live objects of the API.
 */
export async function soak(
  { admin, api }: ScaleDatabase,
  devices: readonly Device[],
  deliver: () => Promise<unknown>,
  periodMs: number,
): Promise<Soak> {
  let [syncs, events] = [0, 0];
  const startedAt = performance.now();
  const elapsed = () => performance.now() - startedAt;
  const untilTheEnd = async (work: () => Promise<unknown>) => {
    while (elapsed() < periodMs) {
      await work();
      await pause(Math.random() * MAX_PAUSE_MS);
    }
  };
  const syncOne = async () => {
    const device = devices[Math.floor(Math.random() * devices.length)];
    if (!device) throw new Error("there are no devices");
    await device.sync();
    syncs += 1;
  };
  const deliverOne = async () => {
    await deliver();
    events += 1;
  };
  const seen: { atMs: number; processes: Map<number, number>; api: number; functions: number }[] = [];
  const watch = async () => {
    const between = Math.max(LEAST_BETWEEN_SAMPLES_MS, periodMs / MOST_SAMPLES);
    for (let dueMs = 0; dueMs <= periodMs; dueMs += between) {
      await pause(Math.max(0, dueMs - elapsed()));
      // The replica keeps this log for its tests.
      api.functionsLog().length = 0;
      collectGarbage();
      const { rows } = await admin.query<{ pid: number }>(
        "select pid from pg_stat_activity where usename = 'replica_api'",
      );
      const [functions] = api
        .functionsProcesses()
        .map(privateMemoryKb)
        .sort((a, b) => b - a);
      seen.push({
        atMs: elapsed(),
        processes: new Map(rows.map(({ pid }) => [pid, privateMemoryKb(pid)])),
        api: process.memoryUsage().heapUsed / KB,
        functions: functions ?? 0,
      });
    }
  };
  await Promise.all([
    watch(),
    untilTheEnd(deliverOne),
    ...Array.from({ length: SYNCING_DEVICES }, () => untilTheEnd(syncOne)),
  ]);
  // The pool replaces its connections after a while, and a new process would hide the growth of an old one.
  const lasting = [...(seen[0]?.processes.keys() ?? [])].filter((pid) =>
    seen.every(({ processes }) => processes.has(pid)),
  );
  const memory = seen.map(({ atMs, processes, ...parts }) => ({
    atMs,
    kb: { ...parts, database: median(lasting.map((pid) => processes.get(pid) ?? 0)) },
  }));
  return { syncs, events, memory };
}

/** Without the buffers that the database's processes share, which only fill once. */
function privateMemoryKb(pid: number): number {
  const [, kb] = /^RssAnon:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kb);
}

/** Medians in KB of the second and last third of the soak, and the slope over both in KB a minute. */
export function memoryOf({ memory }: Soak, part: Part) {
  const third = Math.floor(memory.length / 3);
  const of = (samples: Soak["memory"]) => median(samples.map(({ kb }) => kb[part]));
  return {
    middle: of(memory.slice(third, 2 * third)),
    last: of(memory.slice(2 * third)),
    slope: slope(memory.slice(third).map(({ atMs, kb }) => [atMs / MINUTE_MS, kb[part]])),
  };
}

const WHAT: Record<Part, string> = {
  database: "a database process (median)",
  api: "the API and the bench: live objects",
  functions: "the functions (Deno)",
};
const mb = (kb: number) => `${(kb / KB).toFixed(1)} MB`;

/** Writes the soak's part of RESULTS.md and its chart. */
export function keepSoak(soaked: Soak, minutes: number): void {
  const { syncs, events, memory } = soaked;
  const rows = PARTS.map((part) => {
    const { middle, last, slope: perMinute } = memoryOf(soaked, part);
    return [WHAT[part], mb(memory[0]?.kb[part] ?? 0), mb(middle), mb(last), `${perMinute.toFixed(1)} KB/min`];
  });
  const text = `${circumstances()} ${minutes} minutes, ${whole(syncs)} syncs through the API and
${whole(events)} payment events through the functions.

${table(["memory of", "at the start", "second third", "last third", "slope over both"], rows)}
`;
  const chart = drawChart({
    title: "Private memory during the soak",
    x: { label: "minutes", ticks: Array.from({ length: 5 }, (_, index) => (minutes / 4) * index) },
    yLabel: "MB",
    lines: PARTS.map((part) => ({
      name: part,
      points: memory.map(({ atMs, kb }) => [atMs / MINUTE_MS, kb[part] / KB]),
    })),
  });
  keepSection("soak", text, { memory: chart });
}
