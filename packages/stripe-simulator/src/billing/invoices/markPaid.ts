import { cancelIntent } from "../../charges/intent.ts";
import { paymentIntents } from "../../charges/objects.ts";
import { emit } from "../../webhooks/emit.ts";
import { requireObject, type World } from "../../world.ts";
import { subscriptions } from "../subscriptions/objects.ts";
import { setStatus } from "../subscriptions/setStatus.ts";
import { type Invoice, invoicePayments, invoices, subscriptionOf } from "./objects.ts";

/** Records that the invoice's own payment has succeeded, or that there was nothing to pay. */
export function markPaid(world: World, invoice: Invoice): Invoice {
  const own = invoice.payments.data.find((each) => each.is_default);
  if (!own) return settle(world, invoice);
  const amount = own.amount_requested;
  const paid = world.store.put(invoicePayments, {
    ...own,
    amount_paid: amount,
    status: "paid",
    status_transitions: { ...own.status_transitions, paid_at: world.now() },
  });
  emit(world, "invoice_payment.paid", paid);
  return settle(world, {
    ...invoice,
    amount_paid: amount,
    amount_remaining: 0,
    payments: { ...invoice.payments, data: [paid] },
  });
}

/** Cancels the invoice's open payment, and its payment intent. */
export function cancelPayment(world: World, invoice: Invoice): Invoice {
  const own = invoice.payments.data.find((each) => each.is_default && each.status === "open");
  if (!own) return invoice;
  cancelIntent(world, requireObject(world, paymentIntents, own.payment.payment_intent), "void_invoice");
  const canceled = world.store.put(invoicePayments, {
    ...own,
    status: "canceled",
    status_transitions: { ...own.status_transitions, canceled_at: world.now() },
  });
  return { ...invoice, payments: { ...invoice.payments, data: [canceled] } };
}

/**
 * Moves an invoice of which nothing remains to pay to "paid". A subscription that was waiting for its latest invoice
 * becomes active again; an ended one stays ended (docs.stripe.com/billing/subscriptions/overview#subscription-statuses).
 */
function settle(world: World, invoice: Invoice): Invoice {
  const paid = world.store.put(invoices, {
    ...invoice,
    attempt_count: Math.max(1, invoice.attempt_count),
    attempted: true,
    auto_advance: false,
    next_payment_attempt: null,
    status: "paid",
    status_transitions: { ...invoice.status_transitions, paid_at: world.now() },
  });
  emit(world, "invoice.paid", paid);
  emit(world, "invoice.payment_succeeded", paid);
  recover(world, paid);
  return paid;
}

function recover(world: World, invoice: Invoice): void {
  const subscription = world.store.get(subscriptions, subscriptionOf(invoice));
  if (subscription?.latest_invoice !== invoice.id) return;
  if (subscription.status !== "past_due" && subscription.status !== "unpaid") return;
  setStatus(world, subscription, "active", false);
}
