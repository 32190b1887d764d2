import { newId, randomText } from "../api/ids.ts";
import { type CheckoutSession, sessions } from "../checkout/objects.ts";
import { emit } from "../webhooks/emit.ts";
import type { World } from "../world.ts";
import { type PaymentIntent, paymentIntents } from "./objects.ts";

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
  const intent = newIntent(world, {
    amount: session.amount_total,
    currency: session.currency,
    customer: session.customer,
    ...(session.mode === "payment"
      ? { description: null, metadata: session.simulator_metadata }
      : { description: "Subscription creation", metadata: {}, setup_future_usage: "off_session" }),
  });
  world.store.put(sessions, withIntent(session, intent));
  return intent;
}

const SECRET_CHARACTERS = 25;

/** The payment to make; `amount` in the smallest unit. */
type Wanted = Pick<PaymentIntent, "amount" | "currency" | "customer" | "description" | "metadata"> &
  Partial<Pick<PaymentIntent, "payment_method_types" | "setup_future_usage">>;

/** Creates a payment intent that requires a payment method. */
export function newIntent(world: World, wanted: Wanted): PaymentIntent {
  const id = newId("pi");
  const intent = world.store.put(paymentIntents, {
    id,
    object: "payment_intent",
    allowed_payment_method_types: null,
    amount: wanted.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: "automatic_async",
    client_secret: `${id}_secret_${randomText(SECRET_CHARACTERS)}`,
    confirmation_method: "automatic",
    created: world.now(),
    currency: wanted.currency,
    customer: wanted.customer,
    customer_account: null,
    description: wanted.description,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: { enabled: false },
    metadata: wanted.metadata,
    next_action: null,
    payment_method: null,
    payment_method_types: wanted.payment_method_types ?? ["card"],
    receipt_email: null,
    setup_future_usage: wanted.setup_future_usage ?? null,
    source: null,
    status: "requires_payment_method",
  });
  emit(world, "payment_intent.created", intent);
  return intent;
}

/** Cancels an intent that has not succeeded. */
export function cancelIntent(
  world: World,
  intent: PaymentIntent,
  reason: NonNullable<PaymentIntent["cancellation_reason"]>,
): void {
  const canceled = world.store.put(paymentIntents, {
    ...intent,
    status: "canceled",
    canceled_at: world.now(),
    cancellation_reason: reason,
    next_action: null,
  });
  emit(world, "payment_intent.canceled", canceled);
}
