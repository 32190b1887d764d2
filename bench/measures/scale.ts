import {
  apiCalls,
  type Calls,
  type Device,
  devicesOf,
  directCalls,
  freshRows,
  syncWithin,
  timed,
} from "../scale/calls.ts";
import { type Groups, type ScaleDatabase, startScaleDatabase } from "../scale/database.ts";
import { ordersOf, payAll, webhookDelivery } from "../scale/payments.ts";
import { checkIndexes } from "../scale/plans.ts";
import type { Bench } from "../support/bench.ts";
import { interleave } from "../support/interleave.ts";
import { type Measure, type Row, verdict } from "../support/measure.ts";
import { median, p95 } from "../support/statistics.ts";

/** A year's changes by a typical learner (scale/year.sql). */
const CHANGES_PER_YEAR = 230;
/** Changes that a learner has sent. The limit is 50,000 rows (docs/decisions/0043). */
const [SHORTEST, LONGEST] = [100, 40_000];
const HISTORIES = [SHORTEST, 1_000, 10_000, LONGEST];
const WAYS = ["api", "direct"] as const;
type Way = (typeof WAYS)[number];
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
 * as a device sends its calls and as the same statements directly on the database, then the morning peak and a burst of
 * payments. Fails if a plan of these statements reads a large table sequentially.
 */
export const scale: Measure = {
  name: "scale",
  timeoutMs: 60 * 60_000,
  async take(bench: Bench): Promise<Row[]> {
    const db = await startScaleDatabase(GROUPS, bench.onEnd);
    const [api, direct] = [apiCalls(db.api), directCalls(db.lend)];
    await checkPlans(db);
    const samples = await latencyByHistory(db, { api, direct });
    const devices = await devicesOf(db, "typical", api);
    const peak = await syncWithin(devices.slice(0, PEAK_LEARNERS), PEAK_MS);
    const orders = await ordersOf(db, "buyer");
    const payments = await payAll(db, orders, COPIES_OF_EVENTS, webhookDelivery(db));
    return [
      ...(["push", "pull"] as const).flatMap((call) => rowsOf(call, samples)),
      loadRow("a sync at the morning peak", peak, `${PEAK_LEARNERS} learners within a minute`),
      loadRow("an event of a payment in a burst", payments, `${payments.length} events, the wait included`),
    ];
  },
};

/** Each call at each length of history, in turn. */
async function latencyByHistory(
  db: ScaleDatabase,
  ways: Record<Way, Calls>,
): Promise<Record<string, number[]>> {
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
    }
  return interleave(arms, ROUNDS, WARM_UPS);
}

async function checkPlans(db: ScaleDatabase): Promise<void> {
  const longest = (await db.learners(`history ${LONGEST}`))[0];
  const [typical] = await db.learners("typical");
  if (!longest || !typical) throw new Error("no learners");
  for (const learner of [longest, typical])
    await checkIndexes(db, async (client) => {
      const { push, pull } = directCalls((work) => work(client));
      for (let run = 0; run < PLANNED_RUNS; run += 1) {
        const rows = freshRows(run);
        await push(learner, rows);
        await push(learner, rows);
        await pull(learner, await pull(learner, 0));
      }
    });
  const payers = await db.learners("planned buyer");
  await checkIndexes(db, async (client) => {
    for (const { id } of payers) {
      const order = "(select id from public.orders where user_id = $2)";
      const sql = `select record_order_payment(${order}, $1, $2, $3) as result`;
      await client.query(sql, [`cs_${id}`, id, `pi_${id}`]);
    }
  });
}

/** The longest history beside the shortest, over HTTP and directly. */
function rowsOf(call: "push" | "pull", samples: Record<string, number[]>): Row[] {
  return WAYS.map((way): Row => {
    const [ours, floor] = [LONGEST, SHORTEST].map((changes) => samples[`${way} ${call} ${changes}`] ?? []);
    const [own, least] = [median(ours ?? []), median(floor ?? [])];
    const detail = HISTORIES.map((changes) => [`${changes}`, samples[`${way} ${call} ${changes}`] ?? []]);
    return {
      measure: `sync_${call}, ${way}, ${LONGEST} changes of history beside ${SHORTEST}`,
      unit: "ms",
      ours: own,
      floor: least,
      target: `≤ ${MAX_RATIO} × floor`,
      verdict: verdict(own <= MAX_RATIO * least),
      note: `medians of ${ROUNDS}`,
      detail: Object.fromEntries(detail),
    };
  });
}

function loadRow(measure: string, ms: number[], note: string): Row {
  return {
    measure,
    unit: "ms",
    ours: median(ms),
    floor: null,
    target: "–",
    verdict: "no target",
    note: `median; p95 ${p95(ms).toFixed(0)} ms; ${note}`,
    detail: { ms },
  };
}
