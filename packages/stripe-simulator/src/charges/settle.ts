import { newId } from "../api/ids.ts";
import { invoiceForSession } from "../billing/invoices/oneOff.ts";
import { startSubscription } from "../billing/subscriptions/startSubscription.ts";
import { completeSession, customerFor } from "../checkout/complete.ts";
import type { Buyer, CheckoutSession } from "../checkout/objects.ts";
import { emit } from "../webhooks/emit.ts";
import type { World } from "../world.ts";
import { withIntent } from "./intent.ts";
import { type Charge, charges, type PaymentIntent, type PaymentMethod, paymentIntents } from "./objects.ts";
import type { Decline } from "./testCards.ts";

type CardPayment = { intent: PaymentIntent; method: PaymentMethod };
type Payment = CardPayment & { session: CheckoutSession };

/** Charges the card once and completes the session. Returns the charge. */
export function succeed(
  world: World,
  { session, intent, method }: Payment,
  buyer: Buyer,
  authenticated: boolean,
): Charge {
  const customer = customerFor(world, session, buyer);
  const { charge, paid } = takeMoney(world, { intent, method }, { customer, authenticated });
  const started = startSubscription(world, withIntent(session, paid), customer, { intent: paid, method });
  completeSession(world, invoiceForSession(world, started, customer, paid), buyer, customer);
  return charge;
}

/** Charges the card for the whole intent, once. */
export function takeMoney(
  world: World,
  { intent, method }: CardPayment,
  { customer, authenticated }: { customer: string | null; authenticated: boolean },
): { charge: Charge; paid: PaymentIntent } {
  const charge = newCharge(world, intent, method, { decline: null, authenticated, customer });
  const paid = world.store.put(paymentIntents, {
    ...intent,
    amount_received: intent.amount,
    customer,
    last_payment_error: null,
    latest_charge: charge.id,
    next_action: null,
    payment_method: method.id,
    status: "succeeded",
  });
  emit(world, "charge.succeeded", charge);
  emit(world, "payment_intent.succeeded", paid);
  return { charge, paid };
}

/** Records a declined attempt. The intent stays open for another one. */
export function decline(world: World, { intent, method }: CardPayment, reason: Decline): void {
  const charge = newCharge(world, intent, method, {
    decline: reason,
    authenticated: false,
    customer: intent.customer,
  });
  emit(world, "charge.failed", charge);
  failIntent(world, intent, method, {
    charge: charge.id,
    code: reason.code,
    decline_code: reason.declineCode,
    message: reason.message,
  });
}

export const AUTHENTICATION_FAILED = {
  code: "payment_intent_authentication_failure",
  message:
    "We are unable to authenticate your payment method. Please choose a different payment method and try again.",
} as const;

/** Records a failed authentication: nothing was charged, and the session stays open. */
export function failAuthentication(world: World, { intent, method }: CardPayment): void {
  failIntent(world, intent, method, AUTHENTICATION_FAILED);
}

function failIntent(
  world: World,
  intent: PaymentIntent,
  method: PaymentMethod,
  error: { charge?: string; code: string; decline_code?: string; message: string },
): void {
  const failed = world.store.put(paymentIntents, {
    ...intent,
    last_payment_error: {
      ...error,
      type: error.charge ? "card_error" : "invalid_request_error",
      payment_method: method,
    },
    latest_charge: error.charge ?? intent.latest_charge,
    next_action: null,
    payment_method: null,
    status: "requires_payment_method",
  });
  emit(world, "payment_intent.payment_failed", failed);
}

const NORMAL_RISK_SCORE = 32;

/** Stores the charge of one attempt: paid in full, or failed because of `decline`. */
function newCharge(
  world: World,
  intent: PaymentIntent,
  method: PaymentMethod,
  detail: { decline: Decline | null; authenticated: boolean; customer: string | null },
): Charge {
  const { decline, customer } = detail;
  const id = newId("ch");
  return world.store.put(charges, {
    id,
    object: "charge",
    amount: intent.amount,
    amount_captured: decline ? 0 : intent.amount,
    amount_refunded: 0,
    application: null,
    // Null, as on a new charge with asynchronous capture, the default of this API version.
    balance_transaction: null,
    billing_details: method.billing_details,
    captured: !decline,
    created: world.now(),
    currency: intent.currency,
    customer,
    description: intent.description,
    disputed: false,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    outcome: outcomeOf(decline),
    paid: !decline,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: method.card
      ? { card: cardDetailsOf(method.card, detail.authenticated), type: "card" }
      : { customer_balance: {}, type: "customer_balance" },
    receipt_email: intent.receipt_email,
    refunded: false,
    refunds: { object: "list", data: [], has_more: false, url: `/v1/charges/${id}/refunds` },
    source: null,
    status: decline ? "failed" : "succeeded",
  });
}

function outcomeOf(decline: Decline | null): Charge["outcome"] {
  return {
    advice_code: decline ? "try_again_later" : null,
    network_advice_code: null,
    network_decline_code: null,
    network_status: decline ? "declined_by_network" : "approved_by_network",
    reason: decline?.declineCode ?? null,
    risk_level: "normal",
    risk_score: NORMAL_RISK_SCORE,
    seller_message: decline
      ? "The bank did not return any further details with this decline."
      : "Payment complete.",
    type: decline ? "issuer_declined" : "authorized",
  };
}

function cardDetailsOf(card: NonNullable<PaymentMethod["card"]>, authenticated: boolean) {
  return {
    brand: card.brand,
    checks: card.checks,
    country: card.country,
    exp_month: card.exp_month,
    exp_year: card.exp_year,
    fingerprint: card.fingerprint ?? null,
    funding: card.funding,
    last4: card.last4,
    network: card.brand,
    three_d_secure: authenticated ? { result: "authenticated", version: "2.2.0" } : null,
  };
}
