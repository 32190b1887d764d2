import { z } from "zod";
import { callDatabase } from "../_shared/database.ts";
import type { Call } from "../_shared/http/serve.ts";
import { findOrder, type Order } from "../_shared/orders/order.ts";
import type { Outcome } from "./outcome.ts";
import { reconcilePlan } from "./reconcilePlan.ts";
import { reconcileSession } from "./reconcileSession.ts";

/** Few at once: what is claimed and then left for want of time has to wait for its next turn. */
const BATCH = 10;
const MAX_ORDERS_PER_RUN = 150;
const MAX_RUN_MS = 40_000;

const claimedSchema = z.array(z.object({ id: z.uuid(), is_paid: z.boolean() }));

export type Counts = { checked: number; granted: number; paused: number; failed: number };

/** One order at a time; an order that cannot be checked is logged and does not hold up the others. */
export async function reconcileOrders(call: Call): Promise<Counts> {
  const counts: Counts = { checked: 0, granted: 0, paused: 0, failed: 0 };
  const endAt = performance.now() + MAX_RUN_MS;
  while (counts.checked < MAX_ORDERS_PER_RUN && performance.now() < endAt) {
    const args = { p_limit: BATCH };
    const claimed = await callDatabase(call.admin, "claim_orders_to_reconcile", args, claimedSchema);
    for (const { id } of claimed) {
      counts.checked++;
      try {
        const outcome = await reconcile(call, await findOrder(call.admin, { id }));
        if (outcome !== "unchanged") counts[outcome]++;
      } catch (error) {
        call.log.fault("not_reconciled", error, { order: id });
        counts.failed++;
      }
    }
    if (claimed.length < BATCH) break;
  }
  return counts;
}

async function reconcile(call: Call, order: Order | undefined): Promise<Outcome> {
  if (!order) return "unchanged";
  return order.paid_at ? reconcilePlan(call, order) : reconcileSession(call, order);
}
