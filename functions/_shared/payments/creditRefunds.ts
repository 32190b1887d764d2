import type Stripe from "stripe";
import { z } from "zod";
import { COURSE } from "../../../src/domain/course/course.ts";
import { vatShare } from "../../../src/domain/sales/pricing.ts";
import { DatabaseError } from "../database.ts";
import type { Call } from "../http/serve.ts";
import { stripeClient } from "./stripe.ts";

const paymentSchema = z.object({
  id: z.uuid(),
  invoice_id: z.string().nullable(),
  credit_notes: z.array(z.object({ refund_id: z.string() })),
});

/** More refunds of one payment than there will ever be. */
const MAX_REFUNDS = 100;
const MAX_NOTES = 100;

/**
 * Issues a credit note for each refund of an invoiced payment, wherever the refund was made, and records it. Can be repeated,
 * also at the same time: a refund never gets a second one.
 */
export async function creditRefunds(call: Call, intentId: string): Promise<void> {
  const { data, error } = await call.admin
    .from("order_payments")
    .select("id, invoice_id, credit_notes(refund_id)")
    .eq("payment_intent_id", intentId)
    .maybeSingle();
  if (error) throw new DatabaseError("order_payments", error);
  const payment = paymentSchema.nullable().parse(data);
  // What was charged before invoices were issued has none. One that is late is credited when it comes (papers.ts).
  if (!payment?.invoice_id) return;

  const stripe = stripeClient(call.env);
  const refunds = await stripe.refunds.list({ payment_intent: intentId, limit: MAX_REFUNDS });
  const made = refunds.data.toReversed().filter(({ status }) => status !== "failed" && status !== "canceled");
  // Not by their number: a refund that failed later keeps its note.
  const credited = new Set(payment.credit_notes.map((each) => each.refund_id));
  if (made.every(({ id }) => credited.has(id))) return;
  const invoice = await stripe.invoices.retrieve(payment.invoice_id);
  const issued = await stripe.creditNotes.list({ invoice: invoice.id, limit: MAX_NOTES });
  let before = 0;
  for (const refund of made) {
    const part = { before, pence: refund.amount };
    before += refund.amount;
    if (credited.has(refund.id)) continue;
    // Issued by a run that was interrupted, or by hand at the provider.
    const found = issued.data.find((note) => note.refunds.some((each) => idOf(each.refund) === refund.id));
    const note = found ?? (await issue(stripe, invoice, refund, part));
    await store(call, payment.id, refund.id, note);
  }
}

/** `before`: what was refunded earlier. Both in pence, with VAT. */
type Part = { before: number; pence: number };

/**
 * The provider would divide a discount among lines and round differently, so the credit is one custom line with the VAT
 * that the refund contains.
 */
function issue(
  stripe: Stripe,
  invoice: Stripe.Invoice,
  refund: Stripe.Refund,
  { before, pence }: Part,
): Promise<Stripe.CreditNote> {
  const rate = invoice.lines.data[0]?.taxes?.[0]?.tax_rate_details?.tax_rate;
  const invoiced = { totalPence: invoice.total, vatPence: vatOf(invoice) };
  const vat = vatShare(invoiced, before + pence) - vatShare(invoiced, before);
  return stripe.creditNotes.create(
    {
      invoice: invoice.id,
      lines: [
        {
          type: "custom_line_item",
          description: `Refund: ${COURSE.title}`,
          quantity: 1,
          unit_amount: pence - vat,
          tax_amounts: rate ? [{ amount: vat, tax_rate: rate, taxable_amount: pence - vat }] : [],
        },
      ],
      refunds: [{ refund: refund.id, amount_refunded: pence }],
      // We send an email about every refund.
      email_type: "none",
      ...(refund.reason === "duplicate" || refund.reason === "fraudulent" ? { reason: refund.reason } : {}),
      metadata: { refund_id: refund.id },
    },
    { idempotencyKey: `credit-note-${refund.id}` },
  );
}

async function store(
  call: Call,
  paymentId: string,
  refundId: string,
  note: Stripe.CreditNote,
): Promise<void> {
  const { error } = await call.admin.from("credit_notes").upsert(
    {
      id: note.id,
      refund_id: refundId,
      payment_id: paymentId,
      number: note.number,
      amount_pence: note.total,
      vat_pence: vatOf(note),
      created_at: new Date(note.created * 1000).toISOString(),
    },
    { onConflict: "refund_id", ignoreDuplicates: true },
  );
  if (error) throw new DatabaseError("credit_notes", error);
}

function vatOf({ total_taxes: taxes }: Pick<Stripe.Invoice, "total_taxes">): number {
  return (taxes ?? []).reduce((sum, { amount }) => sum + amount, 0);
}

function idOf(reference: string | { id: string }): string {
  return typeof reference === "string" ? reference : reference.id;
}
