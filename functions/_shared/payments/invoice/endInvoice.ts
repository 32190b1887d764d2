import Stripe from "stripe";
import { WAIT_AFTER_DUE_DAYS } from "../../../../src/domain/staff/invoices.ts";
import type { Call } from "../../http/serve.ts";
import { stripeClient } from "../stripe.ts";
import { findSale, type OrderInvoice, recordInvoice } from "./invoicedOrder.ts";
import { findProviderInvoice, issueInvoice } from "./issueInvoice.ts";
import { type InvoiceOutcome, syncInvoice } from "./syncInvoice.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Voids the invoice at the provider, so that it can no longer be paid. An invoice that was paid meanwhile stays paid. */
export async function voidInvoice(call: Call, row: OrderInvoice): Promise<InvoiceOutcome> {
  const stripe = stripeClient(call.env);
  const sale = await findSale(call.admin, { id: row.order_id });
  // A crash may have left an invoice whose id was not stored.
  const invoice = row.invoice_id
    ? await stripe.invoices.retrieve(row.invoice_id)
    : sale && (await findProviderInvoice(stripe, sale));
  if (!invoice || invoice.status === "draft") {
    if (invoice) await stripe.invoices.del(invoice.id);
    await recordInvoice(call.admin, row.order_id, { status: "void" });
    return "expired";
  }
  if (invoice.status === "open" || invoice.status === "uncollectible") {
    try {
      await stripe.invoices.voidInvoice(invoice.id);
    } catch (error) {
      // Paid or voided a moment ago: its own state says which.
      if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    }
  }
  return syncInvoice(call, invoice.id);
}

/**
 * Compares an order's invoice with the provider. Finishes one that a crash left unsent, within a day: after that the
 * buyer may have been told something else. Voids one that nobody has paid anything of long after its due date; one that
 * was paid in part waits for a person.
 */
export async function reconcileInvoice(call: Call, row: OrderInvoice): Promise<InvoiceOutcome> {
  const age = Date.now() - Date.parse(row.created_at);
  if (!row.ended_at && !row.sent_at) {
    if (age > DAY_MS) return voidInvoice(call, row);
    await issueInvoice(call, row);
    return "waiting";
  }
  if (!row.invoice_id) return "expired";
  const overdue = row.due_at ? Date.now() - Date.parse(row.due_at) : 0;
  if (
    row.status === "open" &&
    row.paid_pence + row.balance_pence === 0 &&
    overdue > WAIT_AFTER_DUE_DAYS * DAY_MS
  ) {
    call.log.info("invoice_given_up", { order: row.order_id });
    return voidInvoice(call, row);
  }
  return syncInvoice(call, row.invoice_id);
}
