import type Stripe from "stripe";
import type { Call } from "../../http/serve.ts";
import { startMailDelivery } from "../../mail/startDelivery.ts";
import { findOrder } from "../../orders/order.ts";
import { expireOrder } from "../expireOrder.ts";
import { grantPaidSession } from "../grant.ts";
import { endSubscription, syncPlan } from "../plan/syncPlan.ts";
import { recordDispute, recordRefund } from "../refundsAndDisputes.ts";
import { stripeClient } from "../stripe.ts";

type Handlers = {
  [Type in Stripe.Event.Type]?: (
    call: Call,
    object: Extract<Stripe.Event, { type: Type }>["data"]["object"],
  ) => Promise<string>;
};

/** Every event that has an effect here. `npm run stripe:setup` subscribes the endpoint to exactly these. */
const HANDLERS: Handlers = {
  "checkout.session.completed": sessionPaid,
  "checkout.session.async_payment_succeeded": sessionPaid,
  "checkout.session.async_payment_failed": delayedPaymentFailed,
  "checkout.session.expired": sessionEnded,
  "invoice.created": invoiceChanged,
  "invoice.paid": invoiceChanged,
  "invoice.payment_failed": invoiceChanged,
  "customer.subscription.deleted": subscriptionEnded,
  "charge.refunded": chargeRefunded,
  "refund.updated": refundUpdated,
  "refund.failed": refundFailed,
  "charge.dispute.created": disputeChanged,
  "charge.dispute.closed": disputeChanged,
  "review.opened": paymentInReview,
  "radar.early_fraud_warning.created": fraudReported,
};

/** The types of the events in `HANDLERS`. */
// `Object.keys` loses the type of the keys.
export const HANDLED_EVENTS = Object.keys(HANDLERS) as (keyof Handlers)[];

/** Applies the effect of an event. Returns a word for the log. Throws when the provider should send the event again. */
export async function handleEvent(call: Call, event: Stripe.Event): Promise<string> {
  // The table is keyed by the event's type, so the object is the one that the handler expects.
  const handle = HANDLERS[event.type] as ((call: Call, object: unknown) => Promise<string>) | undefined;
  return handle ? handle(call, event.data.object) : "ignored";
}

/** A payment was refunded: by the functions, or by hand at the provider. */
async function chargeRefunded(call: Call, charge: Stripe.Charge): Promise<string> {
  const intent = idOf(charge.payment_intent);
  return intent ? recordRefund(call, intent, charge.amount_refunded) : "ignored";
}

/** Arrives after `charge.refunded`, and takes its place if that event was lost. */
async function refundUpdated(call: Call, refund: Stripe.Refund): Promise<string> {
  const charge = idOf(refund.charge);
  if (!charge || refund.status !== "succeeded") return "ignored";
  return chargeRefunded(call, await stripeClient(call.env).charges.retrieve(charge));
}

/** The buyer's bank rejected the refund: a person has to pay the buyer another way. */
async function refundFailed(call: Call, refund: Stripe.Refund): Promise<string> {
  call.log.fault("refund_failed", new Error("the bank rejected a refund: pay the buyer another way"), {
    refund: refund.id,
    reason: refund.failure_reason,
  });
  return "reported";
}

/** The payment has succeeded, so access stays. A person approves it at the provider, or refunds it. */
async function paymentInReview(call: Call, review: Stripe.Review): Promise<string> {
  call.log.fault("payment_in_review", new Error("Radar asks a person to review a payment"), {
    review: review.id,
    payment_intent: idOf(review.payment_intent ?? null),
    reason: review.reason,
  });
  return "reported";
}

/**
 * The card's issuer suspects fraud. A dispute may follow, which a full refund can avoid. A person decides, because a
 * refund ends the learner's access and the warning may be wrong.
 */
async function fraudReported(call: Call, warning: Stripe.Radar.EarlyFraudWarning): Promise<string> {
  call.log.fault("early_fraud_warning", new Error("a card's issuer reports that a payment may be fraud"), {
    warning: warning.id,
    payment_intent: idOf(warning.payment_intent ?? null),
    fraud_type: warning.fraud_type,
  });
  return "reported";
}

function idOf(reference: string | { id: string } | null): string | null {
  return typeof reference === "string" ? reference : (reference?.id ?? null);
}

/** A completed session: paid immediately, paid later, or free of charge. */
function sessionPaid(call: Call, session: Stripe.Checkout.Session): Promise<string> {
  return grantPaidSession(call, session);
}

async function sessionEnded(call: Call, session: Stripe.Checkout.Session): Promise<string> {
  return (await expireOrder(call, session)) ? "expired" : "ignored";
}

/** A plan whose first payment failed must not be charged in the following months. */
async function delayedPaymentFailed(call: Call, session: Stripe.Checkout.Session): Promise<string> {
  const subscription = idOf(session.subscription);
  const order = await findOrder(call.admin, { checkout_session_id: session.id });
  // First, so that it is repeated after a crash.
  if (subscription && order && !order.paid_at) await endSubscription(stripeClient(call.env), subscription);
  return sessionEnded(call, session);
}

/** A buyer's bank disputes a payment, or has decided the dispute. Access stays until the dispute is lost. */
async function disputeChanged(call: Call, dispute: Stripe.Dispute): Promise<string> {
  const intent = dispute.payment_intent;
  if (!intent) return "ignored";
  const intentId = typeof intent === "string" ? intent : intent.id;
  return recordDispute(call, intentId, { id: dispute.id, status: disputeStatus(dispute.status) });
}

function disputeStatus(status: Stripe.Dispute.Status): "open" | "won" | "lost" {
  switch (status) {
    case "lost":
      return "lost";
    case "won":
    case "prevented":
    case "warning_closed":
      return "won";
    default:
      return "open";
  }
}

/**
 * A monthly payment is due, was made, or failed. The event's copy may be outdated, so the current state is fetched from
 * the provider.
 */
async function invoiceChanged(call: Call, invoice: Stripe.Invoice): Promise<string> {
  const subscription = invoice.parent?.subscription_details?.subscription;
  if (!subscription) return "ignored";
  const outcome = await syncPlan(call, typeof subscription === "string" ? subscription : subscription.id);
  await startMailDelivery(call);
  return outcome;
}

/** A plan has ended: completed, unpaid, or cancelled by hand. */
async function subscriptionEnded(call: Call, subscription: Stripe.Subscription): Promise<string> {
  const outcome = await syncPlan(call, subscription.id);
  await startMailDelivery(call);
  return outcome;
}
