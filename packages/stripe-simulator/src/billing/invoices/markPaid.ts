import { saveUpdate } from "../../api/crud.ts";
import { cancelIntent } from "../../charges/intent.ts";
import { paymentIntents } from "../../charges/objects.ts";
import { customers } from "../../customers/customer.ts";
import { emit } from "../../webhooks/emit.ts";
import { requireObject, type World } from "../../world.ts";
import { type Subscription, subscriptions } from "../subscriptions/objects.ts";
import { type Invoice, type InvoicePayment, invoicePayments, invoices, subscriptionOf } from "./objects.ts";

/** Records that the invoice's own payment has succeeded, or that there was nothing to pay. */
export function markPaid(world: World, invoice: Invoice): Invoice {
  const own = invoice.payments.data.find((each) => each.is_default);
  return own ? creditPayment(world, invoice, own) : settle(world, invoice);
}

/** Credits a payment that has succeeded. The invoice is paid once nothing remains. */
export function creditPayment(world: World, invoice: Invoice, payment: InvoicePayment): Invoice {
  const { store } = world;
  const amount = payment.amount_requested;
  const paid = store.put(invoicePayments, {
    ...payment,
    amount_paid: amount,
    status: "paid",
    status_transitions: { ...payment.status_transitions, paid_at: world.now() },
  });
  const others = invoice.payments.data.filter((each) => each.id !== paid.id);
  const credited = withRemaining(world, {
    ...invoice,
    amount_paid: invoice.amount_paid + amount,
    amount_remaining: invoice.amount_remaining - amount,
    payments: { ...invoice.payments, data: [paid, ...others] },
  });
  emit(world, "invoice_payment.paid", paid);
  if (credited.amount_remaining === 0) return settle(world, credited);
  return saveUpdate(world, invoices, invoice.id, "invoice.updated", () => credited);
}

/** Records that the rest was paid outside Stripe. */
export function markPaidElsewhere(world: World, invoice: Invoice): Invoice {
  const { amount_paid: before, amount_remaining: rest } = invoice;
  const paid = { ...invoice, amount_paid: before + rest, amount_paid_off_stripe: rest, amount_remaining: 0 };
  return settle(world, withRemaining(world, paid));
}

/**
 * Keeps the invoice's own payment, and its payment intent, equal to what remains, or cancels it when nothing does
 * (docs.stripe.com/api/invoice-payment, `is_default`).
 */
export function withRemaining(world: World, invoice: Invoice): Invoice {
  const own = invoice.payments.data.find((each) => each.is_default && each.status === "open");
  if (!own) return invoice;
  const intent = requireObject(world, paymentIntents, own.payment.payment_intent);
  const left = invoice.amount_remaining;
  if (left > 0) world.store.put(paymentIntents, { ...intent, amount: left });
  else cancelIntent(world, intent, "void_invoice");
  const after = world.store.put(
    invoicePayments,
    left > 0
      ? { ...own, amount_requested: left }
      : {
          ...own,
          status: "canceled" as const,
          status_transitions: { ...own.status_transitions, canceled_at: world.now() },
        },
  );
  const data = invoice.payments.data.map((each) => (each.id === own.id ? after : each));
  return { ...invoice, payments: { ...invoice.payments, data } };
}

/**
 * Moves an invoice of which nothing remains to pay to "paid". A subscription that was waiting for its latest invoice
 * becomes active again; an ended one stays ended (docs.stripe.com/billing/subscriptions/overview#subscription-statuses).
 */
export function settle(world: World, invoice: Invoice): Invoice {
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
  const waits = subscription.status === "past_due" || subscription.status === "unpaid";
  if (!waits) return;
  saveUpdate(
    world,
    subscriptions,
    subscription.id,
    "customer.subscription.updated",
    (before): Subscription => ({
      ...before,
      status: "active",
    }),
  );
  saveUpdate(world, customers, invoice.customer, "customer.updated", (before) => ({
    ...before,
    delinquent: false,
  }));
}
