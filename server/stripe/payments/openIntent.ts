import { newId, randomText } from "../api/ids.ts";
import { type PaymentIntent, paymentIntents } from "../objects/paymentIntent.ts";
import { type CheckoutSession, sessions } from "../objects/session.ts";
import { emit } from "../webhooks/emit.ts";
import type { World } from "../world.ts";

const SECRET_CHARACTERS = 25;

/** The session's payment intent; made at the first attempt to pay, as Checkout does. */
export function openIntent(world: World, session: CheckoutSession): PaymentIntent {
  const { store } = world;
  const existing = session.payment_intent ? store.get(paymentIntents, session.payment_intent) : undefined;
  if (existing) return existing;
  const id = newId("pi");
  const { description, metadata, receipt_email } = session.simulator_payment;
  const intent = store.put(paymentIntents, {
    id,
    object: "payment_intent",
    allowed_payment_method_types: null,
    amount: session.amount_total,
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
    currency: session.currency,
    customer: session.customer,
    customer_account: null,
    description,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: { enabled: false },
    metadata,
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
    receipt_email,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: "requires_payment_method",
    transfer_data: null,
    transfer_group: null,
  });
  store.put(sessions, { ...session, payment_intent: id });
  emit(world, "payment_intent.created", intent);
  return intent;
}
