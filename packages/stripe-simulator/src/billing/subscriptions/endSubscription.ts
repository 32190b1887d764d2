import type Stripe from "stripe";
import { saveUpdate } from "../../api/crud.ts";
import { emit } from "../../webhooks/emit.ts";
import { requireObject, type World } from "../../world.ts";
import { type Invoice, invoices, subscriptionOf } from "../invoices/objects.ts";
import { type SubscriptionSchedule, subscriptionSchedules } from "../schedules/objects.ts";
import { hasEnded, type Subscription, subscriptions } from "./objects.ts";

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
function endSubscription(
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

/** Ends a schedule after its phase: releases the subscription, which then renews like any other, or ends it too. */
export function endSchedule(world: World, { id, end_behavior, subscription }: SubscriptionSchedule): void {
  if (end_behavior === "release") {
    saveUpdate(
      world,
      subscriptionSchedules,
      id,
      "subscription_schedule.released",
      (before): SubscriptionSchedule => ({
        ...before,
        current_phase: null,
        released_at: world.now(),
        released_subscription: subscription,
        status: "released",
        subscription: null,
      }),
    );
    if (!subscription) return;
    saveUpdate(world, subscriptions, subscription, "customer.subscription.updated", (before) => ({
      ...before,
      cancel_at: null,
      schedule: null,
    }));
    return;
  }
  saveUpdate(
    world,
    subscriptionSchedules,
    id,
    "subscription_schedule.completed",
    (before): SubscriptionSchedule => ({
      ...before,
      completed_at: world.now(),
      current_phase: null,
      status: "completed",
    }),
  );
  if (!subscription) return;
  endSubscription(world, requireObject(world, subscriptions, subscription), "cancellation_requested");
}
