import { z } from "zod";
import { badRequest } from "../api/apiError.ts";
import { endpoint } from "../api/endpoint.ts";
import { equal, filter } from "../api/filter.ts";
import { listEndpoint } from "../api/list.ts";
import { boolean, notSimulated, text } from "../api/params.ts";
import { retrieveEndpoint } from "../api/retrieve.ts";
import { cancelSubscription } from "../billing/endSubscription.ts";
import { newSchedule } from "../billing/schedules/newSchedule.ts";
import { releaseSchedule } from "../billing/schedules/release.ts";
import { createParams, updateParams } from "../billing/schedules/scheduleParams.ts";
import { requireActive, updateSchedule } from "../billing/schedules/updateSchedule.ts";
import { type SubscriptionSchedule, subscriptionSchedules } from "../objects/subscriptionSchedule.ts";
import { worldOf } from "../time/timeline.ts";
import { requireObject } from "../world.ts";
import type { Resource } from "./resource.ts";

const path = "/subscription_schedules";

/** Schedules for subscriptions that were sold in Checkout. */
export const subscriptionScheduleResource: Resource = {
  kinds: [subscriptionSchedules],
  endpoints: [
    endpoint("POST", path, createParams, (world, params) => newSchedule(world, params.from_subscription)),
    endpoint("POST", `${path}/:id`, updateParams, (world, params, { id }) => {
      const { customer } = requireObject(world, subscriptionSchedules, id);
      return updateSchedule(worldOf(world, customer), id, params);
    }),
    endpoint(
      "POST",
      `${path}/:id/release`,
      z.strictObject({ preserve_cancel_date: boolean.optional() }),
      (world, params, { id }) => {
        requireActive(world, id, "release");
        return releaseSchedule(world, id, params.preserve_cancel_date ?? false);
      },
    ),
    endpoint(
      "POST",
      `${path}/:id/cancel`,
      z.strictObject({ ...notSimulated("invoice_now", "prorate") }),
      (world, _params, { id }) => {
        const { customer, subscription } = requireActive(world, id, "cancel");
        if (!subscription) throw badRequest("This subscription schedule has no subscription.");
        cancelSubscription(worldOf(world, customer), subscription);
        return requireObject(world, subscriptionSchedules, id);
      },
    ),
    retrieveEndpoint(path, subscriptionSchedules),
    listEndpoint(path, subscriptionSchedules, {
      customer: equal("customer", text()),
      scheduled: filter(
        boolean,
        (schedule: SubscriptionSchedule, wanted) => !wanted || !schedule.current_phase,
      ),
    }),
  ],
};
