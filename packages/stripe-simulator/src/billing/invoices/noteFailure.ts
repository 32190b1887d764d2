import { saveUpdate } from "../../api/saveUpdate.ts";
import { customers } from "../../customers/customer.ts";
import { emit } from "../../webhooks/emit.ts";
import type { World } from "../../world.ts";
import { cancelSubscription } from "../subscriptions/endSubscription.ts";
import { readBillingSettings } from "../subscriptions/settings.ts";
import { type Subscription, subscriptions } from "../subscriptions/subscription.ts";
import { type Invoice, invoices, subscriptionOf } from "./invoice.ts";

const DAY_SECONDS = 24 * 60 * 60;
/** Stripe chooses the days by machine learning; here they are 3, 5 and 7 days after the attempt before. */
const RETRY_AFTER_DAYS = [3, 5, 7];

/** An automatic attempt failed: the next is planned, and the subscription waits; after the last the setting decides. */
export function noteFailedAttempt(world: World, invoice: Invoice): void {
  const days = RETRY_AFTER_DAYS[invoice.attempt_count];
  const failed = saveUpdate(world, invoices, invoice.id, "invoice.updated", (before) => ({
    ...before,
    attempt_count: before.attempt_count + 1,
    attempted: true,
    auto_advance: days !== undefined,
    next_payment_attempt: days === undefined ? null : world.now() + days * DAY_SECONDS,
  }));
  tellFailure(world, failed);
  if (days === undefined) giveUp(world, failed);
}

/** Tells of a failed attempt; a subscription whose latest invoice it was is past due. */
export function tellFailure(world: World, invoice: Invoice): void {
  emit(world, "invoice.payment_failed", invoice);
  const subscription = world.store.get(subscriptions, subscriptionOf(invoice));
  if (subscription?.status !== "active" || subscription.latest_invoice !== invoice.id) return;
  saveUpdate(
    world,
    subscriptions,
    subscription.id,
    "customer.subscription.updated",
    (before): Subscription => ({
      ...before,
      status: "past_due",
    }),
  );
  saveUpdate(world, customers, invoice.customer, "customer.updated", (before) => ({
    ...before,
    delinquent: true,
  }));
}

function giveUp(world: World, invoice: Invoice): void {
  const subscription = world.store.get(subscriptions, subscriptionOf(invoice));
  if (subscription?.status !== "past_due") return;
  switch (readBillingSettings(world.store).afterRetries) {
    case "cancel":
      cancelSubscription(world, subscription.id, "payment_failed");
      return;
    case "unpaid":
      saveUpdate(
        world,
        subscriptions,
        subscription.id,
        "customer.subscription.updated",
        (before): Subscription => ({
          ...before,
          status: "unpaid",
        }),
      );
      return;
    case "past_due":
      return;
  }
}
