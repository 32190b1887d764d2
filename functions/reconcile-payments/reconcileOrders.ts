import type Stripe from "stripe";
import { z } from "zod";
import { callDatabase } from "../_shared/database.ts";
import type { Call } from "../_shared/http/serve.ts";
import { findOrder, type Order } from "../_shared/orders/order.ts";
import { expireOrder } from "../_shared/payments/expireOrder.ts";
import { grantPaidSession } from "../_shared/payments/grant.ts";
import { syncPlan } from "../_shared/payments/plan/syncPlan.ts";
import { stripeClient } from "../_shared/payments/stripe.ts";

/** Small, because an order that was claimed but not reached within the run has to wait for its next turn. */
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

/** Applies lost events first, so that a payment made on the last day is not followed by a pause. */
async function reconcilePlan(call: Call, order: Order): Promise<Outcome> {
  await syncPlan(call, order.subscription_id ?? (await subscriptionOf(call, order)));
  const isPaused = await callDatabase(call.admin, "pause_overdue", { p_order: order.id }, z.boolean());
  if (!isPaused) return "unchanged";
  call.log.info("access_paused", { order: order.id });
  return "paused";
}

async function subscriptionOf(call: Call, order: Order): Promise<string> {
  if (!order.checkout_session_id) throw new Error(`the plan ${order.id} has no session`);
  const { subscription } = await stripeClient(call.env).checkout.sessions.retrieve(order.checkout_session_id);
  if (!subscription) throw new Error(`the session of the plan ${order.id} created no subscription`);
  return typeof subscription === "string" ? subscription : subscription.id;
}

const HOUR_SECONDS = 60 * 60;
const MAX_SESSIONS = 100;

/** Grants an order that is paid at the provider but not recorded here, and expires one whose session has expired. */
async function reconcileSession(call: Call, order: Order): Promise<Outcome> {
  const session = await sessionOf(stripeClient(call.env), order);
  if (!session) return "unchanged";
  if (session.status === "expired") await expireOrder(call, session);
  if (session.status !== "complete") return "unchanged";
  return (await grantPaidSession(call, session)) === "granted" ? "granted" : "unchanged";
}

/**
 * If a crash prevented the session's id from being stored, looks for the session among those created within an hour of
 * the order.
 */
async function sessionOf(stripe: Stripe, order: Order): Promise<Stripe.Checkout.Session | undefined> {
  if (order.checkout_session_id) return stripe.checkout.sessions.retrieve(order.checkout_session_id);
  const created = Math.floor(Date.parse(order.created_at) / 1000);
  const { data } = await stripe.checkout.sessions.list({
    created: { gte: created - HOUR_SECONDS, lte: created + HOUR_SECONDS },
    status: "complete",
    limit: MAX_SESSIONS,
  });
  return data.find((each) => each.client_reference_id === order.id);
}

/** The result of checking one order. */
type Outcome = "granted" | "paused" | "unchanged";
