import { apiCalls } from "../scale/calls.ts";
import { startScaleDatabase } from "../scale/database.ts";
import { ordersOf, payAll, webhookDelivery } from "../scale/payments.ts";
import { keepSoak, memoryOf, PARTS, soak as soakReplica } from "../scale/soak.ts";
import { devicesOf } from "../scale/work.ts";
import type { Bench } from "../support/bench.ts";
import { type Measure, type Row, verdict } from "../support/measure.ts";

const GROUPS = { typical: { learners: 1_000, changes: 230 }, buyer: { learners: 50, changes: 0 } };
const MAX_GROWTH = 1.1;

/** Learners who sync and payment events that are delivered again, for this many minutes. Writes its part of RESULTS.md. */
export const soak = (minutes: number): Measure => ({
  name: "soak",
  timeoutMs: (20 + minutes) * 60_000,
  async take(bench: Bench): Promise<Row[]> {
    const db = await startScaleDatabase(GROUPS, bench.onEnd);
    const devices = await devicesOf(db, "typical", apiCalls(db.api));
    const [deliver, orders] = [webhookDelivery(db), await ordersOf(db, "buyer")];
    await payAll(db, orders, 1, deliver);
    // From now on the function finds each event in the database and does nothing more.
    let turn = 0;
    const deliverAgain = async () => {
      const order = orders[turn % orders.length];
      turn += 1;
      if (order) await deliver(order);
    };
    const soaked = await soakReplica(db, devices, deliverAgain, minutes * 60_000);
    keepSoak(soaked, minutes);
    return PARTS.map((part): Row => {
      const { middle, last } = memoryOf(soaked, part);
      return {
        ...{
          measure: `memory of the ${part}, last third of the soak`,
          unit: "KB",
          ours: last,
          floor: middle,
        },
        ...{ target: `≤ ${MAX_GROWTH} × second third`, verdict: verdict(last <= MAX_GROWTH * middle) },
        note: `${soaked.syncs} syncs in ${minutes} minutes`,
      };
    });
  },
});
