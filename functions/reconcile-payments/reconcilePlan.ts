import { z } from "zod";
import { callDatabase } from "../_shared/database.ts";
import type { Call } from "../_shared/http/serve.ts";
import type { Order } from "../_shared/orders/order.ts";
import { syncPlan } from "../_shared/payments/plan/syncPlan.ts";
import { stripeClient } from "../_shared/payments/stripe.ts";
import type { Outcome } from "./outcome.ts";

/** Hears what events have lost before it judges: a payment that was made on the last day is not paused. */
export async function reconcilePlan(call: Call, order: Order): Promise<Outcome> {
  await syncPlan(call, order.subscription_id ?? (await subscriptionOf(call, order)));
  const isPaused = await callDatabase(call.admin, "pause_overdue", { p_order: order.id }, z.boolean());
  if (!isPaused) return "unchanged";
  call.log.info("access_paused", { order: order.id });
  return "paused";
}

async function subscriptionOf(call: Call, order: Order): Promise<string> {
  if (!order.checkout_session_id) throw new Error(`the plan ${order.id} has no session`);
  const { subscription } = await stripeClient(call.env).checkout.sessions.retrieve(order.checkout_session_id);
  if (!subscription) throw new Error(`the session of the plan ${order.id} made no subscription`);
  return typeof subscription === "string" ? subscription : subscription.id;
}
