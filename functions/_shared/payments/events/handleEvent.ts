import type Stripe from "stripe";
import { z } from "zod";
import { Refusal } from "../../http/refusal.ts";
import type { Call } from "../../http/serve.ts";
import { startMailDelivery } from "../../mail/startDelivery.ts";
import { findOrder } from "../../orders/order.ts";
import { creditRefunds } from "../creditRefunds.ts";
import { expireOrder } from "../expireOrder.ts";
import { grantPaidSession } from "../grant.ts";
import { syncCashBalance, syncInvoice } from "../invoice/syncInvoice.ts";
import { endSubscription, syncPlan } from "../plan/syncPlan.ts";
import { recordDispute, recordRefund } from "../refundsAndDisputes.ts";
import { isMissing, stripeClient } from "../stripe.ts";

type Handlers = {
  [Type in Stripe.Event.Type]?: (
    call: Call,
    object: Extract<Stripe.Event, { type: Type }>["data"]["object"],
  ) => Promise<string>;
};

/** Every event that has an effect here. `npm run stripe:setup -- --apply` subscribes the endpoint to exactly these. */
const HANDLERS: Handlers = {
  "checkout.session.completed": sessionPaid,
  "checkout.session.async_payment_succeeded": sessionPaid,
  "checkout.session.async_payment_failed": delayedPaymentFailed,
  "checkout.session.expired": sessionEnded,
  "invoice.created": invoiceChanged,
  "invoice.paid": invoiceChanged,
  "invoice.payment_failed": invoiceChanged,
  "invoice.sent": invoiceChanged,
  "invoice.voided": invoiceChanged,
  "invoice.marked_uncollectible": invoiceChanged,
  "invoice_payment.paid": invoicePaymentMade,
  "customer_cash_balance_transaction.created": (call, { customer }) =>
    syncCashBalance(call, idOf(customer) ?? ""),
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

/**
 * Applies the effect of an event. Returns a word for the log. Throws when the provider should send the event again.
 *
 * A signature proves only that the sender knows the endpoint's secret. Access and money therefore depend on the provider's
 * own copy of the object, which is also the current one, in whatever order events arrive.
 */
export async function handleEvent(call: Call, event: Stripe.Event): Promise<string> {
  if (!Object.hasOwn(HANDLERS, event.type)) return "ignored";
  // The table is keyed by the event's type, so the object is the one that the handler expects.
  const handle = HANDLERS[event.type] as (call: Call, object: unknown) => Promise<string>;
  return handle(call, event.data.object);
}

/** The provider's copy of the object that an event names. An event about an object that it does not have is rejected. */
async function current<T>(call: Call, retrieve: (stripe: Stripe) => Promise<T>): Promise<T> {
  try {
    return await retrieve(stripeClient(call.env));
  } catch (error) {
    if (!isMissing(error)) throw error;
    throw new Refusal(400, "bad_request", "The provider has no such object.");
  }
}

const sessionOf = (call: Call, { id }: { id: string }) =>
  current(call, (stripe) => stripe.checkout.sessions.retrieve(id));

/**
 * A payment was refunded: by the functions, or by hand at the provider. All credit notes are issued here: the provider sends
 * the event until it succeeds, and a failure does not look like a failed refund.
 */
async function chargeRefunded(call: Call, { id }: { id: string }): Promise<string> {
  const charge = await current(call, (stripe) => stripe.charges.retrieve(id));
  const intent = idOf(charge.payment_intent);
  if (!intent) return "ignored";
  const outcome = await recordRefund(call, intent, charge.amount_refunded);
  try {
    if (outcome !== "foreign") await creditRefunds(call, intent);
  } finally {
    // The email names the credit note if there is one by now. It does not wait for it: the timer may send it before.
    await startMailDelivery(call);
  }
  return outcome;
}

/** Arrives after `charge.refunded`, and takes its place if that event was lost. */
async function refundUpdated(call: Call, refund: Stripe.Refund): Promise<string> {
  const charge = idOf(refund.charge);
  return charge && refund.status === "succeeded" ? chargeRefunded(call, { id: charge }) : "ignored";
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
async function sessionPaid(call: Call, session: { id: string }): Promise<string> {
  return grantPaidSession(call, await sessionOf(call, session));
}

async function sessionEnded(call: Call, event: { id: string }): Promise<string> {
  const session = await sessionOf(call, event);
  return session.status === "expired" && (await expireOrder(call, session)) ? "expired" : "ignored";
}

/** A plan whose first payment failed must not be charged in the following months. */
async function delayedPaymentFailed(call: Call, event: { id: string }): Promise<string> {
  const session = await sessionOf(call, event);
  if (session.status !== "complete" || session.payment_status !== "unpaid") return "ignored";
  const subscription = idOf(session.subscription);
  const order = await findOrder(call.admin, { checkout_session_id: session.id });
  // First, so that it is repeated after a crash.
  if (subscription && order && !order.paid_at) await endSubscription(stripeClient(call.env), subscription);
  return (await expireOrder(call, session)) ? "expired" : "ignored";
}

/** A buyer's bank disputes a payment, or has decided the dispute. Access stays until the dispute is lost. */
async function disputeChanged(call: Call, { id }: { id: string }): Promise<string> {
  const dispute = await current(call, (stripe) => stripe.disputes.retrieve(id));
  const intent = idOf(dispute.payment_intent);
  return intent ? recordDispute(call, intent, { id, status: disputeStatus(dispute.status) }) : "ignored";
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
  // Staff had it sent.
  if (invoice.id && invoice.collection_method === "send_invoice") return sentInvoiceChanged(call, invoice.id);
  const subscription = invoice.parent?.subscription_details?.subscription;
  if (!subscription) return sessionInvoiced(call, invoice.metadata?.order_id);
  return planChanged(call, typeof subscription === "string" ? subscription : subscription.id);
}

/** A full payment has its invoice, perhaps after the session was granted. */
async function sessionInvoiced(call: Call, orderId: string | undefined): Promise<string> {
  if (!z.uuid().safeParse(orderId).success) return "ignored";
  const order = await findOrder(call.admin, { id: orderId ?? "" });
  return order?.checkout_session_id ? sessionPaid(call, { id: order.checkout_session_id }) : "ignored";
}

function invoicePaymentMade(call: Call, payment: Stripe.InvoicePayment): Promise<string> {
  return sentInvoiceChanged(call, idOf(payment.invoice) ?? "");
}

async function sentInvoiceChanged(call: Call, id: string): Promise<string> {
  await current(call, (stripe) => stripe.invoices.retrieve(id));
  return syncInvoice(call, id);
}

/** A plan has ended: completed, unpaid, or cancelled by hand. */
function subscriptionEnded(call: Call, subscription: Stripe.Subscription): Promise<string> {
  return planChanged(call, subscription.id);
}

async function planChanged(call: Call, subscription: string): Promise<string> {
  // syncPlan retrieves it again, but there a missing one is a fault.
  await current(call, (stripe) => stripe.subscriptions.retrieve(subscription));
  const outcome = await syncPlan(call, subscription);
  await startMailDelivery(call);
  return outcome;
}
