import type Stripe from "stripe";

/** One monthly payment as recorded by the payment provider. Amounts in pence, times in ISO 8601. */
export type PaymentFacts = {
  number: number;
  invoice_id: string;
  /** Null while the invoice is a draft. */
  invoice_number: string | null;
  payment_intent_id: string | null;
  invoice_url: string | null;
  amount_pence: number;
  due_at: string;
  paid_at: string | null;
  failed_at: string | null;
  failures: number;
};

/** `invoices` are the subscription's, oldest first. */
export function paymentFacts(
  subscription: Stripe.Subscription,
  invoices: readonly Stripe.Invoice[],
): PaymentFacts[] {
  return invoices.map((invoice, index) => {
    const { paid_at: paidAt, finalized_at: finalisedAt } = invoice.status_transitions;
    const isPaid = invoice.status === "paid";
    const hasFailed = isOwed(subscription, invoice);
    return {
      number: index + 1,
      invoice_id: invoice.id,
      invoice_number: invoice.number,
      payment_intent_id: paymentIntentOf(invoice),
      invoice_url: invoice.hosted_invoice_url ?? null,
      amount_pence: invoice.total,
      due_at: isoTime(invoice.created),
      paid_at: isPaid ? isoTime(paidAt ?? invoice.created) : null,
      // The provider tries a card for the first time when it finalises the invoice.
      failed_at: hasFailed ? isoTime(finalisedAt ?? invoice.created) : null,
      failures: hasFailed ? invoice.attempt_count : 0,
    };
  });
}

/**
 * True after a failed attempt. While the first attempt is running, no further attempt is scheduled and the subscription
 * is still active.
 */
function isOwed(subscription: Stripe.Subscription, invoice: Stripe.Invoice): boolean {
  if (invoice.status !== "open" && invoice.status !== "uncollectible") return false;
  if (invoice.attempt_count === 0) return false;
  return invoice.next_payment_attempt !== null || subscription.status !== "active";
}

/** The id of the payment intent that paid the invoice, otherwise of the one that is pending. */
export function paymentIntentOf(invoice: Stripe.Invoice): string | null {
  const payments = invoice.payments?.data ?? [];
  const chosen = payments.find((each) => each.status === "paid") ?? payments.find((each) => each.is_default);
  const intent = chosen?.payment.payment_intent;
  return typeof intent === "string" ? intent : (intent?.id ?? null);
}

export function isoTime(unixSeconds: number): string {
  return new Date(unixSeconds * 1000).toISOString();
}
