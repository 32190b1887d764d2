import { presentmentOf } from "../checkout/presentment.ts";
import { type CheckoutSession, sessions } from "../checkout/session.ts";
import type { World } from "../world.ts";
import { newIntent } from "./newIntent.ts";
import { type PaymentIntent, paymentIntents } from "./paymentIntent.ts";

/**
 * The session's payment intent, if a payment was attempted. In subscription mode it belongs to the first invoice and
 * the session does not show it.
 */
export function intentOf(world: World, session: CheckoutSession): PaymentIntent | undefined {
  const id = session.payment_intent ?? session.simulator_intent;
  return id ? world.store.get(paymentIntents, id) : undefined;
}

/** Returns the session with `intent` in the field for its mode. */
export function withIntent(session: CheckoutSession, intent: PaymentIntent): CheckoutSession {
  return session.mode === "payment"
    ? { ...session, payment_intent: intent.id }
    : { ...session, simulator_intent: intent.id };
}

/** Returns the session's payment intent. Creates it at the first attempt to pay, as Checkout does. */
export function openIntent(world: World, session: CheckoutSession): PaymentIntent {
  const existing = intentOf(world, session);
  if (existing) return existing;
  const { description, metadata, receipt_email } = session.simulator_payment;
  const presentment = presentmentOf(session);
  const intent = newIntent(world, {
    amount: session.amount_total,
    currency: session.currency,
    customer: session.customer,
    payment_method_types: session.payment_method_types,
    ...(presentment ? { presentment_details: presentment } : {}),
    ...(session.mode === "payment"
      ? { description, metadata, receipt_email }
      : { description: "Subscription creation", metadata: {}, setup_future_usage: "off_session" }),
  });
  world.store.put(sessions, withIntent(session, intent));
  return intent;
}
