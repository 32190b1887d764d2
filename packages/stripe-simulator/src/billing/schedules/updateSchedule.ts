import { badRequest } from "../../api/apiError.ts";
import { mergeMetadata } from "../../api/params/metadata.ts";
import { saveUpdate } from "../../api/saveUpdate.ts";
import { requireObject, type World } from "../../world.ts";
import { subscriptions } from "../subscriptions/subscription.ts";
import { applyPhase, refuseProration } from "./applyPhase.ts";
import { buildPhases } from "./buildPhases.ts";
import type { UpdateParams } from "./scheduleParams.ts";
import { type SubscriptionSchedule, subscriptionSchedules } from "./subscriptionSchedule.ts";

/** Changes future phases, and all of the current phase except its start and what it charges. */
export function updateSchedule(world: World, id: string, params: UpdateParams): SubscriptionSchedule {
  const schedule = requireActive(world, id, "update");
  const phases = params.phases ? buildPhases(world, schedule, params.phases) : schedule.phases;
  const [current] = phases;
  const updated = saveUpdate(world, subscriptionSchedules, id, "subscription_schedule.updated", (before) => ({
    ...before,
    current_phase: current ? { end_date: current.end_date, start_date: current.start_date } : null,
    end_behavior: params.end_behavior ?? before.end_behavior,
    metadata: mergeMetadata(before.metadata, params.metadata),
    phases,
  }));
  if (!current || !schedule.subscription) return updated;
  if (!params.phases) {
    saveUpdate(
      world,
      subscriptions,
      schedule.subscription,
      "customer.subscription.updated",
      (subscription) => ({ ...subscription, cancel_at: cancelDateOf(updated) }),
    );
    return updated;
  }
  refuseProration(world, schedule.subscription, current);
  applyPhase(world, schedule.subscription, current, cancelDateOf(updated));
  return updated;
}

/** When the schedule ends its subscription, or null if it releases the subscription instead. Unix seconds. */
export function cancelDateOf({ end_behavior: end, phases }: SubscriptionSchedule): number | null {
  return end === "cancel" ? (phases.at(-1)?.end_date ?? null) : null;
}

export function requireActive(
  world: World,
  id: string,
  verb: "update" | "cancel" | "release",
): SubscriptionSchedule {
  const schedule = requireObject(world, subscriptionSchedules, id);
  if (schedule.status === "active") return schedule;
  throw badRequest(
    `You cannot ${verb} a subscription schedule that is currently in the \`${schedule.status}\` status.`,
  );
}
