import type Stripe from "stripe";
import type { Call } from "../../http/serve.ts";
import { chargeRefunded, refundFailed, refundUpdated } from "./handlers/charge.ts";
import { sessionEnded, sessionPaid } from "./handlers/checkoutSession.ts";
import { disputeChanged } from "./handlers/dispute.ts";
import { invoiceChanged } from "./handlers/invoice.ts";
import { subscriptionEnded } from "./handlers/subscription.ts";

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
