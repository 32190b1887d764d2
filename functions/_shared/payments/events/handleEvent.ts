import type Stripe from "stripe";
import type { Call } from "../../http/serve.ts";
import { startMailDelivery } from "../../mail/startDelivery.ts";
import { endSession } from "../expireOrder.ts";
import { grantPaidSession } from "../grant.ts";
import { syncPlan } from "../plan/syncPlan.ts";
import { noteDispute, noteRefund } from "../refundsAndDisputes.ts";
import { stripeClient } from "../stripe.ts";

type Handlers = {
  [Type in Stripe.Event.Type]?: (
    call: Call,
    object: Extract<Stripe.Event, { type: Type }>["data"]["object"],
  ) => Promise<string>;
};

/** Every event that has an effect here. The set-up has the provider send exactly these. */
const HANDLERS: Handlers = {
  "checkout.session.completed": sessionPaid,
  "checkout.session.async_payment_succeeded": sessionPaid,
  "checkout.session.async_payment_failed": sessionEnded,
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
};

/** The types of those events. */
// The keys of the very table, which `Object.keys` forgets.
export const HANDLED_EVENTS = Object.keys(HANDLERS) as (keyof Handlers)[];

/** The effect of an event. Returns a word for the log. Throws when it should be sent again. */
export async function handleEvent(call: Call, event: Stripe.Event): Promise<string> {
  // Keyed by the type of the event itself, whose object is therefore the handler's.
  const handle = HANDLERS[event.type] as ((call: Call, object: unknown) => Promise<string>) | undefined;
  return handle ? handle(call, event.data.object) : "ignored";
}

/** Money of a payment was given back: by us, or by hand at the provider. */
async function chargeRefunded(call: Call, charge: Stripe.Charge): Promise<string> {
  const intent = idOf(charge.payment_intent);
  return intent ? noteRefund(call, intent, charge.amount_refunded) : "ignored";
}

/** Comes after `charge.refunded`, and instead of it where that was lost. */
async function refundUpdated(call: Call, refund: Stripe.Refund): Promise<string> {
  const charge = idOf(refund.charge);
  if (!charge || refund.status !== "succeeded") return "ignored";
  return chargeRefunded(call, await stripeClient(call.env).charges.retrieve(charge));
}

/** The buyer's bank has sent the money back to us: somebody has to find another way to the buyer. */
async function refundFailed(call: Call, refund: Stripe.Refund): Promise<string> {
  call.log.fault("refund_failed", new Error("the bank did not take a refund: pay it another way"), {
    refund: refund.id,
    reason: refund.failure_reason,
  });
  return "reported";
}

function idOf(reference: string | { id: string } | null): string | null {
  return typeof reference === "string" ? reference : (reference?.id ?? null);
}

/** A session that is over: paid at once, paid later, or free of charge. */
function sessionPaid(call: Call, session: Stripe.Checkout.Session): Promise<string> {
  return grantPaidSession(call, session);
}

/** A session that expired, or whose payment failed after days. */
async function sessionEnded(call: Call, session: Stripe.Checkout.Session): Promise<string> {
  return (await endSession(call, session)) ? "expired" : "ignored";
}

/** A buyer's bank questions a payment, or has decided. Access stays until it is lost. */
async function disputeChanged(call: Call, dispute: Stripe.Dispute): Promise<string> {
  const intent = dispute.payment_intent;
  if (!intent) return "ignored";
  const intentId = typeof intent === "string" ? intent : intent.id;
  return noteDispute(call, intentId, { id: dispute.id, status: standingOf(dispute.status) });
}

function standingOf(status: Stripe.Dispute.Status): "open" | "won" | "lost" {
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

/** A monthly payment was asked for, made, or failed. The event's own picture of it may be old: the provider is asked. */
async function invoiceChanged(call: Call, invoice: Stripe.Invoice): Promise<string> {
  const subscription = invoice.parent?.subscription_details?.subscription;
  if (!subscription) return "ignored";
  const outcome = await syncPlan(call, typeof subscription === "string" ? subscription : subscription.id);
  await startMailDelivery(call);
  return outcome;
}

/** A plan has ended: complete, or for want of a payment, or by hand. */
async function subscriptionEnded(call: Call, subscription: Stripe.Subscription): Promise<string> {
  const outcome = await syncPlan(call, subscription.id);
  await startMailDelivery(call);
  return outcome;
}
