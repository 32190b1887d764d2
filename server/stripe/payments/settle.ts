import { type Buyer, completeSession, customerFor } from "../checkout/complete.ts";
import { type PaymentIntent, paymentIntents } from "../objects/paymentIntent.ts";
import type { PaymentMethod } from "../objects/paymentMethod.ts";
import type { CheckoutSession } from "../objects/session.ts";
import { emit } from "../webhooks/emit.ts";
import type { World } from "../world.ts";
import { newCharge } from "./newCharge.ts";
import type { Decline } from "./testCards.ts";

type Payment = { session: CheckoutSession; intent: PaymentIntent; method: PaymentMethod };

/** Takes the money once and completes the session. */
export function succeed(
  world: World,
  { session, intent, method }: Payment,
  buyer: Buyer,
  authenticated: boolean,
): void {
  const customer = customerFor(world, session, buyer);
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
  completeSession(world, { ...session, payment_intent: intent.id }, buyer, customer);
}

/** Notes a refused attempt; the session stays open for another. */
export function decline(world: World, { intent, method }: Payment, reason: Decline): void {
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
export function failAuthentication(world: World, { intent, method }: Payment): void {
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
