import type Stripe from "stripe";
import { saveUpdate } from "../../api/saveUpdate.ts";
import { emit } from "../../webhooks/emit.ts";
import { requireObject, type World } from "../../world.ts";
import { type Invoice, invoices, subscriptionOf } from "../invoices/invoice.ts";
import { type SubscriptionSchedule, subscriptionSchedules } from "../schedules/subscriptionSchedule.ts";
import { hasEnded, type Subscription, subscriptions } from "./subscription.ts";

/**
 * Ends a subscription now, with its schedule if it has one. Its open invoices stay open but are no longer collected.
 */
export function cancelSubscription(
  world: World,
  id: string,
  reason: Stripe.Subscription.CancellationDetails.Reason = "cancellation_requested",
): Subscription {
  const subscription = requireObject(world, subscriptions, id);
  if (hasEnded(subscription)) return subscription;
  if (subscription.schedule) {
    saveUpdate(
      world,
      subscriptionSchedules,
      subscription.schedule,
      "subscription_schedule.canceled",
      (schedule): SubscriptionSchedule => ({
        ...schedule,
        canceled_at: world.now(),
        current_phase: null,
        status: "canceled",
      }),
    );
  }
  return endSubscription(world, subscription, reason);
}

/** Ends the subscription only. A schedule that ends its subscription has already recorded its own end. */
export function endSubscription(
  world: World,
  subscription: Subscription,
  reason: Stripe.Subscription.CancellationDetails.Reason,
): Subscription {
  const ended = world.store.put(subscriptions, {
    ...subscription,
    canceled_at: subscription.canceled_at ?? world.now(),
    cancellation_details: {
      comment: null,
      feedback: null,
      feedback_option: null,
      ...subscription.cancellation_details,
      reason,
    },
    ended_at: world.now(),
    status: "canceled",
  });
  for (const invoice of world.store.all(invoices)) {
    if (subscriptionOf(invoice) === subscription.id) stopCollecting(world, invoice);
  }
  emit(world, "customer.subscription.deleted", ended);
  return ended;
}

function stopCollecting(world: World, invoice: Invoice): void {
  if (invoice.status !== "open" && invoice.status !== "draft") return;
  saveUpdate(world, invoices, invoice.id, "invoice.updated", (before) => ({
    ...before,
    auto_advance: false,
    automatically_finalizes_at: null,
    next_payment_attempt: null,
  }));
}
