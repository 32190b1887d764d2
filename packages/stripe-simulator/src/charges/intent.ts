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
  const { description, metadata } = session.simulator_payment;
  const intent = newIntent(world, {
    amount: session.amount_total,
    currency: session.currency,
    customer: session.customer,
    ...(session.mode === "payment"
      ? { description, metadata }
      : { description: "Subscription creation", metadata: {}, setup_future_usage: "off_session" }),
  });
  world.store.put(sessions, withIntent(session, intent));
  return intent;
}

const SECRET_CHARACTERS = 25;

/** The payment to make; `amount` in the smallest unit. */
type Wanted = Pick<PaymentIntent, "amount" | "currency" | "customer" | "description" | "metadata"> &
  Partial<Pick<PaymentIntent, "setup_future_usage">>;

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
    application_fee_amount: null,
    automatic_payment_methods: null,
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
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: { enabled: false },
    metadata: wanted.metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: "automatic" },
    },
    payment_method_types: ["card"],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: wanted.setup_future_usage ?? null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: "requires_payment_method",
    transfer_data: null,
    transfer_group: null,
  });
  emit(world, "payment_intent.created", intent);
  return intent;
}
