import { saveUpdate } from "../../api/saveUpdate.ts";
import { requireObject, type World } from "../../world.ts";
import { subscriptions } from "../subscriptions/subscription.ts";
import { type SubscriptionSchedule, subscriptionSchedules } from "./subscriptionSchedule.ts";

/** Detaches the schedule from its subscription, which then renews like any other. */
export function releaseSchedule(world: World, id: string, keepsCancelDate: boolean): SubscriptionSchedule {
  const { subscription } = requireObject(world, subscriptionSchedules, id);
  const released = saveUpdate(
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
  if (subscription) {
    saveUpdate(world, subscriptions, subscription, "customer.subscription.updated", (before) => ({
      ...before,
      cancel_at: keepsCancelDate ? before.cancel_at : null,
      schedule: null,
    }));
  }
  return released;
}
