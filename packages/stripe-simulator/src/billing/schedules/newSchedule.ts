import { badRequest } from "../../api/apiError.ts";
import { saveUpdate } from "../../api/crud.ts";
import { newId } from "../../api/ids.ts";
import { emit } from "../../webhooks/emit.ts";
import { requireObject, type World } from "../../world.ts";
import { hasEnded, periodOf, type Subscription, subscriptions } from "../subscriptions/objects.ts";
import { type Phase, type SubscriptionSchedule, subscriptionSchedules } from "./objects.ts";

/**
 * Creates a schedule for a running subscription, with its current period as the only phase. After that the subscription
 * continues as before (docs.stripe.com/billing/subscriptions/subscription-schedules#managing).
 */
export function newSchedule(world: World, from: string): SubscriptionSchedule {
  const subscription = requireObject(world, subscriptions, from, "from_subscription");
  if (hasEnded(subscription)) {
    throw badRequest(
      "You cannot migrate a subscription that is already canceled, incomplete, or incomplete_expired.",
      {
        param: "from_subscription",
      },
    );
  }
  if (subscription.schedule) {
    throw badRequest(
      `You cannot migrate a subscription that is already attached to a schedule: \`${subscription.schedule}\`.`,
      { param: "from_subscription" },
    );
  }
  const { start, end } = periodOf(subscription);
  const schedule = world.store.put(subscriptionSchedules, {
    id: newId("sub_sched"),
    object: "subscription_schedule",
    application: null,
    billing_mode: subscription.billing_mode,
    canceled_at: null,
    completed_at: null,
    created: world.now(),
    current_phase: { end_date: end, start_date: start },
    customer: subscription.customer,
    customer_account: null,
    end_behavior: "release",
    livemode: false,
    metadata: {},
    pause_schedules: [],
    phases: [phaseOf(subscription, start, end)],
    released_at: null,
    released_subscription: null,
    status: "active",
    subscription: subscription.id,
  });
  emit(world, "subscription_schedule.created", schedule);
  saveUpdate(world, subscriptions, subscription.id, "customer.subscription.updated", (before) => ({
    ...before,
    schedule: schedule.id,
  }));
  return schedule;
}

function phaseOf(subscription: Subscription, start: number, end: number): Phase {
  return {
    ...unusedInPhases,
    currency: subscription.currency,
    discounts: subscription.discounts.map((discount) => ({ coupon: null, discount, promotion_code: null })),
    end_date: end,
    items: subscription.items.data.map((item) => ({
      discounts: [],
      metadata: item.metadata,
      price: item.price.id,
      quantity: item.quantity,
      tax_rates: item.tax_rates,
    })),
    proration_behavior: "create_prorations",
    start_date: start,
  };
}

export const unusedInPhases = {
  add_invoice_items: [],
  billing_cycle_anchor: null,
  collection_method: null,
  default_payment_method: null,
  default_tax_rates: [],
  description: null,
  invoice_settings: null,
  metadata: {},
} satisfies Partial<Phase>;
