import type Stripe from "stripe";
import type { Call } from "../_shared/http/serve.ts";
import type { Order } from "../_shared/orders/order.ts";
import { endSession } from "../_shared/payments/expireOrder.ts";
import { grantPaidSession } from "../_shared/payments/grant.ts";
import { stripeClient } from "../_shared/payments/stripe.ts";
import type { Outcome } from "./outcome.ts";

const HOUR_SECONDS = 60 * 60;
const MAX_SESSIONS = 100;

/** Paid at the provider and not heard of here: granted. Ended there: ended here. */
export async function reconcileSession(call: Call, order: Order): Promise<Outcome> {
  const session = await sessionOf(stripeClient(call.env), order);
  if (!session) return "unchanged";
  if (session.status === "expired") await endSession(call, session);
  if (session.status !== "complete") return "unchanged";
  return (await grantPaidSession(call, session)) === "granted" ? "granted" : "unchanged";
}

/** Where a crash came before the session's id was stored, it is looked for among those of that hour. */
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
