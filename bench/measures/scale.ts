import { apiCalls, type Calls, directCalls, freshRows, timed } from "../scale/calls.ts";
import { type Groups, type ScaleDatabase, startScaleDatabase } from "../scale/database.ts";
import { type Deliver, directDelivery, ordersOf, payAll, webhookDelivery } from "../scale/payments.ts";
import { indexesUsedBy } from "../scale/plans.ts";
import { type Figures, keepFigures, type Load } from "../scale/results.ts";
import { type Device, devicesOf, syncWithin } from "../scale/work.ts";
import type { Bench } from "../support/bench.ts";
import { interleave } from "../support/interleave.ts";
import { type Measure, type Row, verdict } from "../support/measure.ts";
import { median } from "../support/statistics.ts";

/** A year's changes by a typical learner (scale/year.sql). */
const CHANGES_PER_YEAR = 230;
/** Changes that a learner has sent. The limit is 50,000 rows (docs/decisions/0043). */
const HISTORIES = [100, 1_000, 10_000, 40_000] as const;
const LEARNERS_PER_HISTORY = 20;
/** More runs than Postgres plans with the values of the parameters, so that its generic plans are seen as well. */
const PLANNED_RUNS = 8;
const GROUPS: Groups = {
  typical: { learners: 10_000, changes: CHANGES_PER_YEAR },
  ...Object.fromEntries(
    HISTORIES.map((changes) => [`history ${changes}`, { learners: LEARNERS_PER_HISTORY, changes }]),
  ),
  // With three copies of each event, a thousand events.
  buyer: { learners: 334, changes: 0 },
  "direct buyer": { learners: 334, changes: 0 },
  "planned buyer": { learners: PLANNED_RUNS, changes: 0 },
};
const ROUNDS = 100;
const WARM_UPS = 10;
const PEAK_LEARNERS = 500;
const PEAK_MS = 60_000;
const COPIES_OF_EVENTS = 3;
const MAX_RATIO = 1.5;

/**
 * A simulated year of 10,000 learners on the replica of a hosted project: latency against the length of a learner's history,
 * the morning peak, a burst of payments, and the plans of all these statements. Each load goes through the API, and for
 * comparison to the database directly. Writes RESULTS.md.
 */
export const scale: Measure = {
  name: "scale",
  timeoutMs: 60 * 60_000,
  async take(bench: Bench): Promise<Row[]> {
    const db = await startScaleDatabase(GROUPS, bench.onEnd);
    const [api, direct] = [apiCalls(db.api), directCalls(db.lend)];
    const indexes = await plansOf(db);
    const histories = await latencyByHistory(db, { api, direct });
    const devices = await devicesOf(db, "typical", direct);
    // Other learners, so that both ways begin with the same history.
    const others = (await devicesOf(db, "typical", api)).slice(2 * PEAK_LEARNERS);
    const load = {
      direct: await loadOf(db, devices, directDelivery(db), "direct buyer"),
      api: await loadOf(db, others, webhookDelivery(db), "buyer"),
    };
    reportFaults(db.api.functionsLog());
    const figures: Figures = { indexes, histories, load };
    keepFigures(figures);
    return rowsOf(figures);
  },
};

/** Prints why deliveries failed. */
function reportFaults(log: readonly string[]): void {
  const faults = log.filter((line) => line.includes('"level":"error"'));
  for (const line of faults.slice(0, 5)) console.warn(line);
}

/** The morning peak, as many syncs all at once, and the burst of payments. */
async function loadOf(
  db: ScaleDatabase,
  devices: readonly Device[],
  deliver: Deliver,
  buyers: string,
): Promise<Load> {
  const peak = await syncWithin(devices.slice(0, PEAK_LEARNERS), PEAK_MS);
  const flooding = devices.slice(PEAK_LEARNERS, 2 * PEAK_LEARNERS);
  const floodMs = await timed(() => syncWithin(flooding, 0));
  const orders = await ordersOf(db, buyers);
  const startedAt = performance.now();
  const paid = await payAll(db, orders, COPIES_OF_EVENTS, deliver);
  const paymentsMs = performance.now() - startedAt;
  return { peak, flood: { syncs: flooding.length, ms: floodMs }, ...paid, paymentsMs };
}

/** Each call at each length of history, in turn. */
async function latencyByHistory(
  db: ScaleDatabase,
  ways: Record<"api" | "direct", Calls>,
): Promise<Figures["histories"]> {
  const arms: Record<string, () => Promise<number>> = {};
  for (const changes of HISTORIES)
    for (const [way, calls] of Object.entries(ways)) {
      const devices = (await devicesOf(db, `history ${changes}`, calls)).filter(
        // Each way has different learners, or each would pull what the other has pushed.
        (_, index) => (index % 2 === 0) === (way === "api"),
      );
      const inTurn = (work: (device: Device) => Promise<unknown>) => {
        let turn = 0;
        return () => {
          const device = devices[turn % devices.length];
          turn += 1;
          if (!device) throw new Error(`no learner with a history of ${changes} changes`);
          return timed(() => work(device));
        };
      };
      arms[`${way} push ${changes}`] = inTurn((device) => device.push());
      arms[`${way} pull ${changes}`] = inTurn((device) => device.pull());
      arms[`${way} first page ${changes}`] = inTurn((device) => device.pullFirstPage());
    }
  const samples = await interleave(arms, ROUNDS, WARM_UPS);
  const of = (call: string, changes: number) => ({
    api: samples[`api ${call} ${changes}`] ?? [],
    direct: samples[`direct ${call} ${changes}`] ?? [],
  });
  return HISTORIES.map((changes) => ({
    changes,
    push: of("push", changes),
    pull: of("pull", changes),
    firstPage: of("first page", changes),
  }));
}

async function plansOf(db: ScaleDatabase): Promise<Figures["indexes"]> {
  const longest = (await db.learners(`history ${HISTORIES.at(-1)}`))[0];
  const [typical] = await db.learners("typical");
  const payers = await db.learners("planned buyer");
  if (!longest || !typical) throw new Error("no learners");
  const sync = (learner: typeof longest) =>
    indexesUsedBy(db, async (client) => {
      const { push, pull } = directCalls((work) => work(client));
      for (let run = 0; run < PLANNED_RUNS; run += 1) {
        const rows = freshRows(run);
        await push(learner, rows);
        await push(learner, rows);
        await pull(learner, await pull(learner, 0));
      }
    });
  return {
    "sync_push and sync_pull, 40,000 changes of history": await sync(longest),
    "sync_push and sync_pull, a typical year": await sync(typical),
    record_order_payment: await indexesUsedBy(db, async (client) => {
      for (const { id } of payers) {
        const order = "(select id from public.orders where user_id = $2)";
        const sql = `select record_order_payment(${order}, $1, $2, $3) as result`;
        await client.query(sql, [`cs_${id}`, id, `pi_${id}`]);
      }
    }),
  };
}

function rowsOf({ histories, load }: Figures): Row[] {
  const [shortest, longest] = [histories[0], histories.at(-1)];
  // A first page has up to 500 rows, so only histories that fill it can be compared.
  const shortestFull = histories.find(({ changes }) => changes >= 10_000);
  if (!shortest || !longest || !shortestFull) throw new Error("no histories");
  const flat = (
    call: string,
    ours: readonly number[],
    floor: readonly number[],
    floorChanges: number,
  ): Row => ({
    measure: `${call}, ${longest.changes.toLocaleString("en-GB")} changes of history beside ${floorChanges.toLocaleString("en-GB")}`,
    unit: "ms",
    ours: median(ours),
    floor: median(floor),
    target: `≤ ${MAX_RATIO} × floor`,
    verdict: verdict(median(ours) <= MAX_RATIO * median(floor)),
    note: `medians of ${ours.length}`,
  });
  const beside = (measure: string, ms: readonly number[], floor: readonly number[], note: string): Row => ({
    ...{
      measure,
      unit: "ms",
      ours: median(ms),
      floor: median(floor),
      target: "–",
      verdict: "no target",
      note,
    },
  });
  const peakOf = (way: "api" | "direct") => load[way].peak.map(({ ms }) => ms);
  return [
    flat("sync_push", longest.push.api, shortest.push.api, shortest.changes),
    flat("sync_pull", longest.pull.api, shortest.pull.api, shortest.changes),
    flat("first page of sync_pull", longest.firstPage.api, shortestFull.firstPage.api, shortestFull.changes),
    beside(
      "a sync at the morning peak",
      peakOf("api"),
      peakOf("direct"),
      `${PEAK_LEARNERS} learners within a minute`,
    ),
    beside(
      "an event of a payment in a burst",
      load.api.payments,
      load.direct.payments,
      `${load.api.payments.length} events, the wait included`,
    ),
  ];
}
