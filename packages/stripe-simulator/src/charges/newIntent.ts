import { newId, randomText } from "../api/ids.ts";
import { emit } from "../webhooks/emit.ts";
import type { World } from "../world.ts";
import { type PaymentIntent, paymentIntents } from "./paymentIntent.ts";

const SECRET_CHARACTERS = 25;

/** The payment to make; `amount` in the smallest unit. */
type Wanted = Pick<PaymentIntent, "amount" | "currency" | "customer" | "description" | "metadata"> &
  Partial<
    Pick<
      PaymentIntent,
      "payment_method_types" | "presentment_details" | "receipt_email" | "setup_future_usage"
    >
  >;

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
    payment_method_types: wanted.payment_method_types ?? ["card"],
    payment_record: null,
    ...(wanted.presentment_details ? { presentment_details: wanted.presentment_details } : {}),
    processing: null,
    receipt_email: wanted.receipt_email ?? null,
    review: null,
    setup_future_usage: wanted.setup_future_usage ?? null,
    shipping: null,
    simulator_settles: null,
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
