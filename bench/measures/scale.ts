import { freshOps, pull, push, timed } from "../scale/calls.ts";
import { callAs, type Groups, type ScaleDatabase, startScaleDatabase } from "../scale/database.ts";
import { indexesUsedBy } from "../scale/plans.ts";
import { type Figures, keepFigures } from "../scale/results.ts";
import { type Device, devicesOf, payAll, soak, syncWithin } from "../scale/work.ts";
import type { Bench } from "../support/bench.ts";
import { interleave } from "../support/interleave.ts";
import { type Measure, type Row, verdict } from "../support/measure.ts";
import { median } from "../support/statistics.ts";

/** A year's ops of a typical learner (scale/year.sql). */
const OPS_PER_YEAR = 230;
/** Ops that a learner has sent. The limit is 50,000 (docs/decisions/0043). */
const HISTORIES = [100, 1_000, 10_000, 40_000] as const;
const LEARNERS_PER_HISTORY = 20;
/** More runs than Postgres plans with the values of the parameters, so that its generic plans are seen as well. */
const PLANNED_RUNS = 8;
const GROUPS: Groups = {
  typical: { learners: 10_000, ops: OPS_PER_YEAR },
  ...Object.fromEntries(HISTORIES.map((ops) => [`history ${ops}`, { learners: LEARNERS_PER_HISTORY, ops }])),
  buyer: { learners: 1_000, ops: 0 },
  "planned buyer": { learners: PLANNED_RUNS, ops: 0 },
};
const ROUNDS = 100;
const WARM_UPS = 10;
const PEAK_LEARNERS = 500;
const PEAK_MS = 60_000;
const COPIES_OF_EVENTS = 3;
const SOAK_PAUSE_MS = 500;
const MAX_RATIO = 1.5;
const BATCHES = 40;

/**
 * A simulated year of 10,000 learners on PostgreSQL: latency against the length of a learner's history, the morning peak, a
 * burst of payments, a soak, and the plans of all these statements. Writes RESULTS.md.
 */
export const scale = (soakMinutes: number): Measure => ({
  name: "scale",
  timeoutMs: (40 + soakMinutes) * 60_000,
  async take(bench: Bench): Promise<Row[]> {
    const db = await startScaleDatabase(GROUPS);
    bench.onEnd(() => db.stop());
    const indexes = await plansOf(db);
    const histories = await latencyByHistory(db);
    const typical = await devicesOf(db, "typical");
    const peak = await syncWithin(db, typical.slice(0, PEAK_LEARNERS), PEAK_MS);
    const floodDevices = typical.slice(PEAK_LEARNERS, 2 * PEAK_LEARNERS);
    const flood = { syncs: floodDevices.length, ms: await timed(() => syncWithin(db, floodDevices, 0)) };
    let payments: number[] = [];
    const paymentsMs = await timed(async () => {
      payments = await payAll(db, await db.learners("buyer"), COPIES_OF_EVENTS);
    });
    const period = { periodMs: soakMinutes * 60_000, maxPauseMs: SOAK_PAUSE_MS, sampleEveryMs: 5_000 };
    const soaked = await soak(db, typical.slice(2 * PEAK_LEARNERS), period);
    const figures: Figures = {
      ...{ indexes, histories, peak, flood, payments, paymentsMs, soaked, soakMinutes },
      ledger: await ledgerGrowth(db),
    };
    keepFigures(figures);
    return rowsOf(figures);
  },
});

/** Each pair of calls at each length of history, in turn. */
async function latencyByHistory(db: ScaleDatabase): Promise<Figures["histories"]> {
  const arms: Record<string, () => Promise<number>> = {};
  for (const ops of HISTORIES) {
    const devices = await devicesOf(db, `history ${ops}`);
    const inTurn = (work: (device: Device) => Promise<unknown>) => {
      let turn = 0;
      return () => {
        const device = devices[turn % devices.length];
        turn += 1;
        if (!device) throw new Error(`no learner with a history of ${ops} ops`);
        return timed(() => work(device));
      };
    };
    arms[`push ${ops}`] = inTurn((device) => device.push(db));
    arms[`pull ${ops}`] = inTurn((device) => device.pull(db));
    arms[`first page ${ops}`] = inTurn((device) => device.pullFirstPage(db));
  }
  const samples = await interleave(arms, ROUNDS, WARM_UPS);
  return HISTORIES.map((ops) => ({
    ops,
    push: samples[`push ${ops}`] ?? [],
    pull: samples[`pull ${ops}`] ?? [],
    firstPage: samples[`first page ${ops}`] ?? [],
  }));
}

async function plansOf(db: ScaleDatabase): Promise<Figures["indexes"]> {
  const longest = (await db.learners(`history ${HISTORIES.at(-1)}`))[0];
  const [typical] = await db.learners("typical");
  const payers = await db.learners("planned buyer");
  if (!longest || !typical) throw new Error("no learners");
  const sync = (learner: typeof longest) =>
    indexesUsedBy(db, async (client) => {
      for (let run = 0; run < PLANNED_RUNS; run += 1) {
        const ops = freshOps(run);
        await push({ client }, learner, ops);
        await push({ client }, learner, ops);
        await pull({ client }, learner, await pull({ client }, learner, 0));
      }
    });
  return {
    "sync_push and sync_pull, 40,000 ops of history": await sync(longest),
    "sync_push and sync_pull, a typical year": await sync(typical),
    record_order_payment: await indexesUsedBy(db, async (client) => {
      for (const { id } of payers) {
        const order = "(select id from public.orders where user_id = $2)";
        const sql = `select record_order_payment(${order}, $1, $2, $3) as result`;
        await client.query(sql, [`cs_${id}`, id, `pi_${id}`]);
      }
    }),
    "apply_retention, the ledger's rule": await indexesUsedBy(db, async (client) => {
      await callAs({ client }, "service_role", PRUNE, []);
    }),
  };
}

const PRUNE = "select apply_retention('record of a synced change') as result";

async function ledgerGrowth(db: ScaleDatabase): Promise<Figures["ledger"]> {
  const { rows } = await db.admin.query<{ rows: number; due: number; kept: number; bytes: number }>(
    `select count(*)::int as rows,
       count(*) filter (where written_at is null and received_at < now() - interval '90 days')::int as due,
       count(*) filter (where written_at is not null and received_at < now() - interval '90 days')::int as kept,
       pg_total_relation_size('sync_ledger')::float as bytes
     from sync_ledger`,
  );
  const [before] = rows;
  if (!before) throw new Error("no ledger");
  const batches: number[] = [];
  for (let batch = 0; batch < BATCHES; batch += 1)
    batches.push(await timed(() => db.lend((lent) => callAs(lent, "service_role", PRUNE, []))));
  return { ...before, opsPerYear: OPS_PER_YEAR, batchMs: median(batches) };
}

function rowsOf({ histories, peak, payments, soaked }: Figures): Row[] {
  const [shortest, longest] = [histories[0], histories.at(-1)];
  // A first page has up to 500 rows, so only histories that fill it can be compared.
  const shortestFull = histories.find(({ ops }) => ops >= 10_000);
  if (!shortest || !longest || !shortestFull) throw new Error("no histories");
  const flat = (call: string, ours: readonly number[], floor: readonly number[], floorOps: number): Row => ({
    measure: `${call}, ${longest.ops.toLocaleString("en-GB")} ops of history beside ${floorOps.toLocaleString("en-GB")}`,
    unit: "ms",
    ours: median(ours),
    floor: median(floor),
    target: `≤ ${MAX_RATIO} × floor`,
    verdict: verdict(median(ours) <= MAX_RATIO * median(floor)),
    note: `medians of ${ours.length}`,
  });
  const plain = (measure: string, ms: readonly number[], note: string): Row => ({
    ...{ measure, unit: "ms", ours: median(ms), floor: null, target: "–", verdict: "no target", note },
  });
  const [early, late] = [memoryIn(soaked, 1 / 3, 2 / 3), memoryIn(soaked, 2 / 3, 1)];
  return [
    flat("sync_push", longest.push, shortest.push, shortest.ops),
    flat("sync_pull", longest.pull, shortest.pull, shortest.ops),
    flat("first page of sync_pull", longest.firstPage, shortestFull.firstPage, shortestFull.ops),
    plain(
      "a sync at the morning peak",
      peak.map(({ ms }) => ms),
      `${peak.length} learners within a minute`,
    ),
    plain("an event of a payment in a burst", payments, `${payments.length} events, the wait included`),
    {
      ...{ measure: "private memory of a backend, last third of the soak", unit: "KB" },
      ...{ ours: late, floor: early, target: "≤ 1.1 × second third" },
      verdict: verdict(late <= 1.1 * early),
      note: `${soaked.samples.length} syncs`,
    },
  ];
}

function memoryIn({ memory }: Figures["soaked"], from: number, to: number): number {
  const part = memory.slice(Math.floor(memory.length * from), Math.ceil(memory.length * to));
  return median(part.map(({ kb }) => median(kb)));
}
