import Stripe from "stripe";
import type { Call } from "../serve.ts";
import { stripeClient } from "../stripe.ts";
import { paymentIntentOf } from "./planFacts.ts";

/** Ends the subscription at the provider now, and with it every later payment. Returns it as it is then. */
export async function endPlan(stripe: Stripe, subscriptionId: string): Promise<Stripe.Subscription> {
  try {
    return await stripe.subscriptions.cancel(subscriptionId);
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    // Another request may have ended it since we looked.
    const now = await stripe.subscriptions.retrieve(subscriptionId);
    if (now.ended_at === null) throw error;
    return now;
  }
}

/** What should never be: more than three payments were asked for. Whatever was taken is given back. */
export async function giveBackExtra(call: Call, invoices: readonly Stripe.Invoice[]): Promise<void> {
  const stripe = stripeClient(call.env);
  for (const invoice of invoices) {
    const intent = paymentIntentOf(invoice);
    if (invoice.status === "open") {
      await stripe.invoices.voidInvoice(invoice.id, {}, { idempotencyKey: `void-${invoice.id}` });
      report(call, "plan_extra_invoice_voided", invoice);
    }
    if (invoice.status === "paid" && intent && invoice.amount_paid > 0) {
      const { data } = await stripe.refunds.list({ payment_intent: intent, limit: 1 });
      if (data.length > 0) continue;
      await stripe.refunds.create(
        { payment_intent: intent, reason: "duplicate" },
        { idempotencyKey: `extra-${invoice.id}` },
      );
      report(call, "plan_extra_payment_refunded", invoice);
    }
  }
}

function report(call: Call, event: string, invoice: Stripe.Invoice): void {
  call.log.fault(event, new Error("a plan of three payments asked for another"), { invoice: invoice.id });
}
