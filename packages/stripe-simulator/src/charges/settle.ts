import { startSubscription } from "../billing/subscriptions/startSubscription.ts";
import { type Buyer, completeSession, customerFor } from "../checkout/complete.ts";
import type { CheckoutSession } from "../checkout/session.ts";
import type { PaymentMethod } from "../customers/paymentMethod.ts";
import { emit } from "../webhooks/emit.ts";
import type { World } from "../world.ts";
import type { Charge } from "./charge.ts";
import { newCharge } from "./newCharge.ts";
import { withIntent } from "./openIntent.ts";
import { type PaymentIntent, paymentIntents } from "./paymentIntent.ts";
import type { Decline } from "./testCards.ts";

type CardPayment = { intent: PaymentIntent; method: PaymentMethod };
type Payment = CardPayment & { session: CheckoutSession };

/** Takes the money once and completes the session. Returns the charge. */
export function succeed(
  world: World,
  { session, intent, method }: Payment,
  buyer: Buyer,
  authenticated: boolean,
): Charge {
  const customer = customerFor(world, session, buyer);
  const { charge, paid } = takeMoney(world, { intent, method }, { customer, authenticated });
  const finished = startSubscription(world, withIntent(session, paid), customer, { intent: paid, method });
  completeSession(world, finished, buyer, customer);
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

/** Notes a refused attempt; what was to be paid stays open for another. */
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

/** The buyer did not prove who they are: nothing was charged, the session stays open. */
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
