import { saveUpdate } from "../../api/saveUpdate.ts";
import { requireObject, type World } from "../../world.ts";
import { endSubscription } from "../subscriptions/endSubscription.ts";
import { subscriptions } from "../subscriptions/subscription.ts";
import { applyPhase } from "./applyPhase.ts";
import { releaseSchedule } from "./release.ts";
import { type SubscriptionSchedule, subscriptionSchedules } from "./subscriptionSchedule.ts";
import { cancelDateOf } from "./updateSchedule.ts";

/** Ends the current phase: starts the next one, or ends the schedule according to its `end_behavior`. */
export function endPhase(world: World, schedule: SubscriptionSchedule): void {
  const next = schedule.phases.find((phase) => phase.start_date === schedule.current_phase?.end_date);
  if (next) {
    const updated = saveUpdate(
      world,
      subscriptionSchedules,
      schedule.id,
      "subscription_schedule.updated",
      (before) => ({
        ...before,
        current_phase: { end_date: next.end_date, start_date: next.start_date },
      }),
    );
    if (schedule.subscription) applyPhase(world, schedule.subscription, next, cancelDateOf(updated));
    return;
  }
  if (schedule.end_behavior === "release") {
    releaseSchedule(world, schedule.id, false);
    return;
  }
  saveUpdate(
    world,
    subscriptionSchedules,
    schedule.id,
    "subscription_schedule.completed",
    (before): SubscriptionSchedule => ({
      ...before,
      completed_at: world.now(),
      current_phase: null,
      status: "completed",
    }),
  );
  if (!schedule.subscription) return;
  const subscription = requireObject(world, subscriptions, schedule.subscription);
  endSubscription(world, subscription, "cancellation_requested");
}
