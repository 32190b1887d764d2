import { saveUpdate } from "../../api/crud.ts";
import { customers } from "../../customers/customer.ts";
import { emit } from "../../webhooks/emit.ts";
import type { World } from "../../world.ts";
import { type Subscription, subscriptions } from "../subscriptions/objects.ts";
import { type Invoice, invoicePayments, invoices, subscriptionOf } from "./objects.ts";

/**
 * Records the payment of an open invoice. A subscription that was waiting for its latest invoice becomes active again;
 * an ended one stays ended (docs.stripe.com/billing/subscriptions/overview#subscription-statuses).
 */
export function markPaid(world: World, invoice: Invoice): Invoice {
  const { store } = world;
  const payments = invoice.payments.data.map((payment) =>
    store.put(invoicePayments, {
      ...payment,
      amount_paid: payment.amount_requested,
      status: "paid",
      status_transitions: { ...payment.status_transitions, paid_at: world.now() },
    }),
  );
  const paid = store.put(invoices, {
    ...invoice,
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    attempt_count: Math.max(1, invoice.attempt_count),
    attempted: true,
    auto_advance: false,
    next_payment_attempt: null,
    payments: { ...invoice.payments, data: payments },
    status: "paid",
    status_transitions: { ...invoice.status_transitions, paid_at: world.now() },
  });
  for (const payment of payments) emit(world, "invoice_payment.paid", payment);
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
