import { z } from "zod";
import { badRequest } from "../../api/apiError.ts";
import { endpoint } from "../../api/endpoint.ts";
import { listEndpoint } from "../../api/list.ts";
import { equal, filter } from "../../api/params/filter.ts";
import { boolean, notSimulated, text } from "../../api/params/params.ts";
import type { Resource } from "../../api/resource.ts";
import { retrieveEndpoint } from "../../api/retrieve.ts";
import { worldOf } from "../../time/timeline.ts";
import { requireObject } from "../../world.ts";
import { cancelSubscription } from "../subscriptions/endSubscription.ts";
import { newSchedule } from "./newSchedule.ts";
import { releaseSchedule } from "./release.ts";
import { createParams, updateParams } from "./scheduleParams.ts";
import { type SubscriptionSchedule, subscriptionSchedules } from "./subscriptionSchedule.ts";
import { requireActive, updateSchedule } from "./updateSchedule.ts";

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
