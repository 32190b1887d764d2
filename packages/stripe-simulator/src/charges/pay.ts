import { startSubscription } from "../billing/subscriptions/startSubscription.ts";
import { completeSession, customerFor } from "../checkout/complete.ts";
import { type Buyer, type CheckoutSession, sessions } from "../checkout/objects.ts";
import { lostDiscount } from "../checkout/sessionDiscount.ts";
import { emit } from "../webhooks/emit.ts";
import type { World } from "../world.ts";
import type { CardDetails } from "./cardDetails.ts";
import { intentOf, openIntent, withIntent } from "./intent.ts";
import { newPaymentMethod, newSavedMethod } from "./newPaymentMethod.ts";
import { type PaymentIntent, type PaymentMethod, paymentIntents, paymentMethods } from "./objects.ts";
import { decline, failAuthentication, succeed } from "./settle.ts";
import { testCard } from "./testCards.ts";

type Outcome = { result: "complete" | "authenticate" } | { result: "declined"; message: string };

/**
 * One attempt to pay an open session; `card` is null if nothing is due. Runs synchronously, so the second of two
 * concurrent requests finds the session complete.
 */
export function paySession(
  world: World,
  session: CheckoutSession,
  card: CardDetails | null,
  buyer: Buyer,
): Outcome {
  const lost = lostDiscount(world, session);
  if (lost) return { result: "declined", message: lost };
  if (!card) {
    const customer = customerFor(world, session, buyer);
    completeSession(world, startSubscription(world, session, customer, null), buyer, customer);
    return { result: "complete" };
  }
  const kind = testCard(card.number);
  if (session.amount_total === 0)
    return saveCard(world, session, newSavedMethod(world, card, kind, buyer), buyer);
  const intent = openIntent(world, session);
  const method = newPaymentMethod(world, card, kind, buyer);
  const payment = { session, intent, method };
  if (kind.behaviour === "succeeds") {
    succeed(world, payment, buyer, false);
    return { result: "complete" };
  }
  if (kind.behaviour === "authenticates") {
    askToAuthenticate(world, { ...session, simulator_buyer: buyer }, intent, method);
    return { result: "authenticate" };
  }
  decline(world, payment, kind.behaviour);
  return { result: "declined", message: kind.behaviour.message };
}

/** Saves a card for a subscription whose first invoice is free but whose later ones may not be. */
function saveCard(
  world: World,
  session: CheckoutSession,
  saved: ReturnType<typeof newSavedMethod>,
  buyer: Buyer,
): Outcome {
  if ("refused" in saved) return { result: "declined", message: saved.refused.message };
  const customer = customerFor(world, session, buyer);
  const started = startSubscription(world, session, customer, { intent: null, method: saved.method });
  completeSession(world, started, buyer, customer);
  return { result: "complete" };
}

function askToAuthenticate(
  world: World,
  session: CheckoutSession,
  intent: PaymentIntent,
  method: PaymentMethod,
): void {
  const url = `${world.origin}/pay/${session.id}/authenticate`;
  const waiting = world.store.put(paymentIntents, {
    ...intent,
    last_payment_error: null,
    next_action: { type: "redirect_to_url", redirect_to_url: { return_url: session.url ?? null, url } },
    payment_method: method.id,
    status: "requires_action",
  });
  world.store.put(sessions, withIntent(session, intent));
  emit(world, "payment_intent.requires_action", waiting);
}

/** The payment whose buyer has yet to authenticate, or null. */
export function waitingPayment(world: World, session: CheckoutSession) {
  const intent = intentOf(world, session);
  if (session.status !== "open" || intent?.status !== "requires_action") return null;
  const method = intent.payment_method ? world.store.get(paymentMethods, intent.payment_method) : undefined;
  return method ? { session, intent, method } : null;
}

/**
 * Finishes a payment with the result of the authentication; true if it was paid. If the discount's last use was taken
 * meanwhile, nothing is charged.
 */
export function finishAuthentication(
  world: World,
  payment: NonNullable<ReturnType<typeof waitingPayment>>,
  passed: boolean,
): boolean {
  if (!passed || lostDiscount(world, payment.session)) {
    failAuthentication(world, payment);
    return false;
  }
  const { simulator_buyer: buyer } = payment.session;
  if (!buyer) throw new Error(`The session ${payment.session.id} waits for authentication without a buyer`);
  succeed(world, payment, buyer, true);
  return true;
}
