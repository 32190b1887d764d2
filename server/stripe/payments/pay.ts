import { type Buyer, completeSession, customerFor } from "../checkout/complete.ts";
import { type PaymentIntent, paymentIntents } from "../objects/paymentIntent.ts";
import { type PaymentMethod, paymentMethods } from "../objects/paymentMethod.ts";
import { type CheckoutSession, sessions } from "../objects/session.ts";
import { emit } from "../webhooks/emit.ts";
import type { World } from "../world.ts";
import type { CardDetails } from "./cardDetails.ts";
import { newPaymentMethod } from "./newPaymentMethod.ts";
import { openIntent } from "./openIntent.ts";
import { decline, failAuthentication, succeed } from "./settle.ts";
import { testCard } from "./testCards.ts";

type Outcome = { result: "complete" | "authenticate" } | { result: "declined"; message: string };

/**
 * One attempt to pay an open session; `card` is null where nothing is due. Runs without a pause, so of two
 * requests at the same time the second finds the session complete.
 */
export function paySession(
  world: World,
  session: CheckoutSession,
  card: CardDetails | null,
  buyer: Buyer,
): Outcome {
  if (!card) {
    completeSession(world, session, buyer, customerFor(world, session, buyer));
    return { result: "complete" };
  }
  const intent = openIntent(world, session);
  const kind = testCard(card.number);
  const method = newPaymentMethod(world, card, kind, buyer);
  const payment = { session, intent, method };
  if (kind.behaviour === "succeeds") {
    succeed(world, payment, buyer, false);
    return { result: "complete" };
  }
  if (kind.behaviour === "authenticates") {
    askToAuthenticate(world, session, intent, method, buyer);
    return { result: "authenticate" };
  }
  decline(world, payment, kind.behaviour);
  return { result: "declined", message: kind.behaviour.message };
}

function askToAuthenticate(
  world: World,
  session: CheckoutSession,
  intent: PaymentIntent,
  method: PaymentMethod,
  buyer: Buyer,
): void {
  const url = `${world.origin}/pay/${session.id}/authenticate`;
  const waiting = world.store.put(paymentIntents, {
    ...intent,
    last_payment_error: null,
    next_action: { type: "redirect_to_url", redirect_to_url: { return_url: session.url, url } },
    payment_method: method.id,
    status: "requires_action",
  });
  world.store.put(sessions, {
    ...session,
    payment_intent: intent.id,
    simulator_accepted_terms: buyer.acceptedTerms,
  });
  emit(world, "payment_intent.requires_action", waiting);
}

/** The payment that waits for its buyer to authenticate, or null. */
export function waitingPayment(world: World, session: CheckoutSession) {
  const intent = session.payment_intent ? world.store.get(paymentIntents, session.payment_intent) : undefined;
  if (session.status !== "open" || intent?.status !== "requires_action") return null;
  const method = intent.payment_method ? world.store.get(paymentMethods, intent.payment_method) : undefined;
  return method ? { session, intent, method } : null;
}

/** Ends a waiting payment as the buyer chose. */
export function finishAuthentication(
  world: World,
  payment: NonNullable<ReturnType<typeof waitingPayment>>,
  passed: boolean,
): void {
  if (!passed) {
    failAuthentication(world, payment);
    return;
  }
  const { email, name, address } = payment.method.billing_details;
  const buyer = {
    email: email ?? "",
    name,
    postalCode: address?.postal_code ?? null,
    acceptedTerms: payment.session.simulator_accepted_terms,
  };
  succeed(world, payment, buyer, true);
}
