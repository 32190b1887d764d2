import { readFileSync } from "node:fs";
import { Client } from "pg";
import { startMigratedDatabase } from "../../tests/replica/database.ts";
import { timed } from "../scale/calls.ts";
import { type ConsoleCall, consoleCalls } from "../scale/consoleCalls.ts";
import { callAs, seedYear } from "../scale/database.ts";
import { indexesUsedBy } from "../scale/plans.ts";
import { interleave } from "../support/interleave.ts";
import { type Measure, type Row, verdict } from "../support/measure.ts";
import { circumstances, keepSection, table } from "../support/resultsPage.ts";
import { median, p95 } from "../support/statistics.ts";

const CONSOLE = new URL("../scale/console.sql", import.meta.url);
const GROUPS = { typical: { learners: 10_000, changes: 230 } };
const ROUNDS = 40;
const WARM_UPS = 5;
/** More runs than Postgres plans with the values of the parameters, so that its generic plans are seen as well. */
const PLANNED_RUNS = 8;
/** These count all learners. The others find a page or one thing. */
const FIGURES = ["staff_today", "staff_course"];
const MAX_MS = { figures: 1_000, others: 150 };

/**
 * What the staff console reads, with 100,000 orders and 10,000 learners (scale/console.sql), directly on the database of the
 * replica. The floors are the smallest statement and a row found by its primary key, in the same transaction with role and
 * claims. Fails if a list or a page reads a large table sequentially. Writes RESULTS.md.
 */
export const consoleAtScale: Measure = {
  name: "console",
  timeoutMs: 20 * 60_000,
  async take(bench) {
    const { admin, connect } = await startDatabase(bench.onEnd);
    const calls = await consoleCalls(admin);
    const {
      rows: [staff],
    } = await admin.query("select scale_id('staff') as id, scale_id('staff session') as session");
    const indexes: string[][] = [];
    for (const { name, sql, params, mayScan } of calls)
      indexes.push(
        await indexesUsedBy(
          { admin, connectAsAdmin: connect },
          async (client) => {
            for (let run = 0; run < PLANNED_RUNS; run += 1) await callAs(client, staff, sql, params);
          },
          mayScan,
        ).catch((error: Error) => {
          throw new Error(`${name}: ${error.message}`);
        }),
      );
    const arms = Object.fromEntries(
      calls.map(({ name, sql, params }) => [name, () => timed(() => callAs(admin, staff, sql, params))]),
    );
    const { rows } = await admin.query("select id from public.orders offset 50000 limit 1");
    const byKey = "select to_jsonb(orders) as result from public.orders where id = $1";
    const samples = await interleave(
      {
        ...arms,
        "select 1": () => timed(() => callAs(admin, staff, "select 1 as result", [])),
        "by primary key": () => timed(() => callAs(admin, "service_role", byKey, [rows[0].id])),
      },
      ROUNDS,
      WARM_UPS,
    );
    keepSection("console", measured(calls, indexes, samples), {});
    return rowsOf(calls, samples);
  },
};

async function startDatabase(onEnd: (close: () => Promise<unknown>) => void) {
  const database = await startMigratedDatabase();
  onEnd(async () => database.stop());
  const connect = async () => {
    const client = new Client({ connectionString: database.urlOf("supabase_admin") });
    await client.connect();
    onEnd(() => client.end());
    return client;
  };
  const admin = await connect();
  await seedYear(admin, GROUPS);
  await admin.query(readFileSync(CONSOLE, "utf8"));
  await admin.query("vacuum (analyze)");
  return { admin, connect };
}

function rowsOf(calls: ConsoleCall[], samples: Record<string, number[]>): Row[] {
  const slowest = (names: string[], most: number): Row => {
    const [name = ""] = names.sort((a, b) => p95(samples[b] ?? []) - p95(samples[a] ?? []));
    const ms = samples[name] ?? [];
    return {
      measure: `the slowest of ${names.length} reads of the console: ${name}`,
      unit: "ms",
      ours: median(ms),
      floor: median(samples["by primary key"] ?? []),
      target: `p95 ≤ ${most} ms`,
      verdict: verdict(p95(ms) <= most),
      note: `p95 ${p95(ms).toFixed(1)} ms of ${ms.length}; 100,000 orders, 10,000 learners`,
    };
  };
  const others = calls.map(({ name }) => name).filter((name) => !FIGURES.includes(name));
  return [slowest(others, MAX_MS.others), slowest([...FIGURES], MAX_MS.figures)];
}

function measured(calls: ConsoleCall[], indexes: string[][], samples: Record<string, number[]>): string {
  const floor = median(samples["by primary key"] ?? []);
  const figures = (name: string) => {
    const ms = samples[name] ?? [];
    return [median(ms).toFixed(1), p95(ms).toFixed(1), `${(median(ms) / floor).toFixed(1)} ×`];
  };
  const access = ["sessions_user_id_idx", "users_pkey", "mfa_factors_user_id_idx"];
  const rows = calls.map(({ name, mayScan = [] }, index) => [
    `\`${name.replace(":", "`:")}${name.includes(":") ? "" : "`"}`,
    ...figures(name),
    (indexes[index] ?? [])
      .filter((each) => !access.includes(each))
      .map((each) => `\`${each}\``)
      .join(", "),
    mayScan.map((each) => `\`${each}\``).join(", "),
  ]);
  const floors = ["select 1", "by primary key"].map((name) => [name, ...figures(name), "", ""]);
  return `${circumstances()} Medians and p95 of ${ROUNDS} calls in ms, on one connection, in turn. The indexes that check the
session are left out. A table in the last column may be read as a whole, for the reason in \`scale/consoleCalls.ts\`.

${table(["call", "p50", "p95", "vs primary key", "indexes in its plans", "read as a whole"], [...floors, ...rows])}

`;
}
