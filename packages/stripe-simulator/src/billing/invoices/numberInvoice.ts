import { newId } from "../../api/ids.ts";
import type { PaymentIntent } from "../../charges/paymentIntent.ts";
import { customers } from "../../customers/customer.ts";
import { emit } from "../../webhooks/emit.ts";
import { requireObject, type World } from "../../world.ts";
import { type Invoice, invoices } from "./invoice.ts";
import { type InvoicePayment, invoicePayments } from "./invoicePayment.ts";

const SEQUENCE_DIGITS = 4;

/**
 * Finalises a draft: sets its number, its page and, where money is due, its payment `intent`. After this, only the
 * status of the invoice can change.
 */
export function numberInvoice(world: World, draft: Invoice, intent: PaymentIntent | null): Invoice {
  const customer = requireObject(world, customers, draft.customer);
  const sequence = customer.next_invoice_sequence ?? 1;
  world.store.put(customers, { ...customer, next_invoice_sequence: sequence + 1 });
  const url = `${world.origin}/invoice/${draft.id}`;
  const open = world.store.put(invoices, {
    ...draft,
    automatically_finalizes_at: null,
    confirmation_secret: intent?.client_secret
      ? { client_secret: intent.client_secret, type: "payment_intent" }
      : null,
    effective_at: world.now(),
    ending_balance: 0,
    hosted_invoice_url: url,
    invoice_pdf: `${url}/pdf`,
    number: `${customer.invoice_prefix}-${String(sequence).padStart(SEQUENCE_DIGITS, "0")}`,
    payments: { ...draft.payments, data: intent ? [newPayment(world, draft, intent)] : [] },
    status: "open",
    status_transitions: { ...draft.status_transitions, finalized_at: world.now() },
  });
  emit(world, "invoice.finalized", open);
  return open;
}

function newPayment(world: World, invoice: Invoice, intent: PaymentIntent): InvoicePayment {
  return world.store.put(invoicePayments, {
    id: newId("inpay"),
    object: "invoice_payment",
    amount_paid: null,
    amount_requested: invoice.amount_due,
    created: world.now(),
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: intent.id, type: "payment_intent" },
    status: "open",
    status_transitions: { canceled_at: null, paid_at: null },
  });
}
