import Stripe from "stripe";
import type { Call } from "../../http/serve.ts";
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
  for (const invoice of invoices) {
    const wasVoided = await voidOpen(call, invoice);
    const wasRefunded = await refundPaid(call, invoice);
    if (!wasVoided && !wasRefunded) continue;
    const event = wasVoided ? "plan_extra_invoice_voided" : "plan_extra_payment_refunded";
    call.log.fault(event, new Error("a plan of three payments asked for another"), { invoice: invoice.id });
  }
}

/**
 * An order that has ended takes no money: what is still owed can no longer be paid. Where all of it was `refunded`, so
 * is what was taken at that very moment.
 */
export async function closeEnded(
  call: Call,
  status: "refunded" | "revoked",
  invoices: readonly Stripe.Invoice[],
): Promise<void> {
  for (const invoice of invoices) {
    if (await voidOpen(call, invoice)) call.log.info("plan_invoice_voided", { invoice: invoice.id });
    if (status === "refunded" && (await refundPaid(call, invoice))) {
      call.log.info("plan_late_payment_refunded", { invoice: invoice.id });
    }
  }
}

/** True when it did. A payer still finds the page of an invoice that was given up. */
async function voidOpen(call: Call, invoice: Stripe.Invoice): Promise<boolean> {
  if (invoice.status !== "open" && invoice.status !== "uncollectible") return false;
  const options = { idempotencyKey: `void-${invoice.id}` };
  await stripeClient(call.env).invoices.voidInvoice(invoice.id, {}, options);
  return true;
}

/** True when it did: a payment of which anything was given back before is left alone. */
async function refundPaid(call: Call, invoice: Stripe.Invoice): Promise<boolean> {
  const intent = paymentIntentOf(invoice);
  if (invoice.status !== "paid" || !intent || invoice.amount_paid === 0) return false;
  const stripe = stripeClient(call.env);
  const { data } = await stripe.refunds.list({ payment_intent: intent, limit: 1 });
  if (data.length > 0) return false;
  const params = { payment_intent: intent, reason: "duplicate" } as const;
  await stripe.refunds.create(params, { idempotencyKey: `extra-${invoice.id}` });
  return true;
}
