import Stripe from "stripe";
import { z } from "zod";
import { CURRENCY } from "../../../../src/domain/sales/pricing.ts";
import { ensureAccount } from "../../accounts/ensureAccount.ts";
import { callDatabase } from "../../database.ts";
import type { Call } from "../../http/serve.ts";
import { startMailDelivery } from "../../mail/startDelivery.ts";
import { findOrder, type Order } from "../../orders/order.ts";
import { stripeClient } from "../stripe.ts";
import { findInvoice, findSale, type OrderInvoice, recordInvoice } from "./invoicedOrder.ts";

/** `foreign`: not the invoice of an order that staff opened. */
export type InvoiceOutcome = "granted" | "already" | "waiting" | "expired" | "foreign";

/**
 * Brings an order in line with the provider's own copy of its invoice. Paid, it gives access like any other order; void,
 * it expires. Events, the timer and the console call this, any number of times and in any order.
 */
export async function syncInvoice(call: Call, invoiceId: string): Promise<InvoiceOutcome> {
  const stripe = stripeClient(call.env);
  const invoice = await stripe.invoices.retrieve(invoiceId, { expand: ["payments"] });
  const orderId = z.uuid().safeParse(invoice.metadata?.order_id).data;
  const row = orderId ? await findInvoice(call.admin, orderId) : undefined;
  const order = row && (await findOrder(call.admin, { id: row.order_id }));
  if (!row || !order) return "foreign";

  const customer = idOf(invoice.customer);
  const balance = await cashOf(stripe, customer);
  const facts = { ...factsOf(invoice, row), balance_pence: balance };
  const status = await recordInvoice(call.admin, order.id, facts);
  const outcome =
    invoice.status === "paid"
      ? await grant(call, order, invoice)
      : status === "expired"
        ? "expired"
        : "waiting";
  if (invoice.status !== "open" && customer && balance > 0)
    await returnMoney(call, stripe, order, customer, balance);
  return outcome;
}

/** A bank transfer arrived, was used for an invoice, or came back by a refund. */
export async function syncCashBalance(call: Call, customer: string): Promise<InvoiceOutcome> {
  const sale = await findSale(call.admin, { customer_id: customer });
  const row = sale && (await findInvoice(call.admin, sale.id));
  if (row?.invoice_id) return syncInvoice(call, row.invoice_id);
  // After the buyer's account was deleted, only the provider knows whose money this is.
  const { data } = await stripeClient(call.env).invoices.list({ customer, limit: 1 });
  return data[0] ? syncInvoice(call, data[0].id) : "foreign";
}

function factsOf(invoice: Stripe.Invoice, row: OrderInvoice) {
  // A copy of the invoice, made by hand at the provider, can pay for the order but does not replace its invoice.
  if (row.invoice_id && row.invoice_id !== invoice.id) return {};
  return {
    invoice_id: invoice.id,
    invoice_number: invoice.number,
    invoice_url: invoice.hosted_invoice_url ?? null,
    status: invoice.status ?? "draft",
    due_at: invoice.due_date ? new Date(invoice.due_date * 1000).toISOString() : null,
    paid_pence: invoice.amount_paid,
  } as const;
}

async function grant(call: Call, order: Order, invoice: Stripe.Invoice): Promise<"granted" | "already"> {
  if (order.paid_at) return "already";
  if (invoice.total !== order.total_pence || invoice.currency !== CURRENCY) {
    throw new Error(`order ${order.id} costs ${order.total_pence}, but ${invoice.total} was invoiced`);
  }
  const isFirst = await callDatabase(
    call.admin,
    "record_order_payment",
    {
      p_order: order.id,
      p_session: null,
      p_user: await ensureAccount(call.admin, order),
      p_payment_intent: paymentIntentOf(invoice),
      p_invoice: { id: invoice.id, number: invoice.number },
    },
    z.boolean(),
  );
  call.log.info(isFirst ? "granted" : "granted_before", { order: order.id, invoice: invoice.id });
  if (!isFirst) return "already";
  await startMailDelivery(call);
  return "granted";
}

/**
 * Null if nothing was due, or the invoice was marked as paid by hand at the provider. Of several payments the largest, which
 * only an invoice has that was paid in part by card: the rest is refunded in the provider's dashboard.
 */
function paymentIntentOf(invoice: Stripe.Invoice): string | null {
  const paid = (invoice.payments?.data ?? []).filter(({ status }) => status === "paid");
  const largest = paid.sort((one, other) => (other.amount_paid ?? 0) - (one.amount_paid ?? 0))[0];
  return idOf(largest?.payment.payment_intent ?? null);
}

/** What the provider holds for the customer, in pence: what was transferred and no payment has used. */
async function cashOf(stripe: Stripe, customer: string | null): Promise<number> {
  if (!customer) return 0;
  const { available } = await stripe.customers.retrieveCashBalance(customer);
  return available?.[CURRENCY] ?? 0;
}

/**
 * Sends money back that the buyer has transferred and no invoice needs: paid twice, too much, after the invoice was void,
 * or refunded, which the provider does to the balance first. It asks the buyer for the bank account by email if it does
 * not know it.
 */
async function returnMoney(
  call: Call,
  stripe: Stripe,
  order: Order,
  customer: string,
  amount: number,
): Promise<void> {
  try {
    await stripe.refunds.create({
      origin: "customer_balance",
      customer,
      amount,
      currency: CURRENCY,
      // Of a deleted account there is none. Then the console shows what the provider still holds.
      ...(order.email && { instructions_email: order.email }),
      metadata: { order_id: order.id },
    });
    call.log.info("money_returned", { order: order.id, amount });
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    // Otherwise another event has returned it a moment ago. The order's page shows what is left, and the next event or
    // the timer tries again.
    if ((await cashOf(stripe, customer)) >= amount)
      call.log.fault("money_not_returned", error, { order: order.id, amount });
  }
  await recordInvoice(call.admin, order.id, { balance_pence: await cashOf(stripe, customer) });
}

function idOf(reference: string | { id: string } | null): string | null {
  return typeof reference === "string" ? reference : (reference?.id ?? null);
}
