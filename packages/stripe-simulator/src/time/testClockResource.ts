import { z } from "zod";
import { badRequest } from "../api/apiError.ts";
import { endpoint } from "../api/endpoint.ts";
import { newId } from "../api/ids.ts";
import type { Kind, StripeObject } from "../api/kind.ts";
import { listEndpoint } from "../api/list.ts";
import { notSimulated, text, timestamp } from "../api/params/params.ts";
import { removeEndpoint } from "../api/remove.ts";
import type { Resource } from "../api/resource.ts";
import { retrieveEndpoint } from "../api/retrieve.ts";
import { invoices } from "../billing/invoices/invoice.ts";
import { subscriptionSchedules } from "../billing/schedules/subscriptionSchedule.ts";
import { addSpan } from "../billing/subscriptions/interval.ts";
import { subscriptions } from "../billing/subscriptions/subscription.ts";
import { customers } from "../customers/customer.ts";
import { emit } from "../webhooks/emit.ts";
import { requireObject, type World } from "../world.ts";
import { runDueInRequest } from "./runDue.ts";
import { type TestClock, testClocks } from "./testClock.ts";

const path = "/test_helpers/test_clocks";
const KEPT_DAYS = { interval: "day", interval_count: 30 };

const createParams = z.strictObject({
  frozen_time: timestamp,
  name: text(300).optional(),
  ...notSimulated("customer"),
});

function create(world: World, params: z.output<typeof createParams>): TestClock {
  const clock = world.store.put(testClocks, {
    id: newId("clock"),
    object: "test_helpers.test_clock",
    created: world.now(),
    deletes_after: addSpan(world.now(), KEPT_DAYS),
    frozen_time: params.frozen_time,
    livemode: false,
    name: params.name ?? null,
    status: "ready",
    status_details: {},
  });
  emit(world, "test_helpers.test_clock.created", clock);
  return clock;
}

/** Stripe takes a while and reports "advancing" meanwhile. Here everything has happened before the response. */
function advance(world: World, id: string, to: number): TestClock {
  const before = requireObject(world, testClocks, id);
  if (to <= before.frozen_time) {
    throw badRequest(
      "The `frozen_time` to advance the test clock to must be later than its current `frozen_time`.",
      {
        param: "frozen_time",
      },
    );
  }
  const after = world.store.put(testClocks, { ...before, frozen_time: to });
  const advancing: TestClock = {
    ...after,
    status: "advancing",
    status_details: { advancing: { target_frozen_time: to } },
  };
  emit(world, "test_helpers.test_clock.advancing", advancing);
  runDueInRequest(world);
  emit(world, "test_helpers.test_clock.ready", after);
  return after;
}

/** Removes the customers of the clock, with everything that belongs to them. */
function removeCustomers(world: World, clock: string): void {
  removeOf(world, customers, clock);
  removeOf(world, subscriptions, clock);
  removeOf(world, subscriptionSchedules, clock);
  removeOf(world, invoices, clock);
}

function removeOf<T extends StripeObject & { test_clock?: unknown }>(
  { store }: World,
  kind: Kind<T>,
  clock: string,
): void {
  for (const object of store.all(kind)) {
    if (object.test_clock === clock) store.remove(kind, object.id);
  }
}

/** Separate time for individual customers, beside the simulator's own (docs.stripe.com/billing/testing/test-clocks). */
export const testClockResource: Resource = {
  kinds: [testClocks],
  endpoints: [
    endpoint("POST", path, createParams, create),
    endpoint(
      "POST",
      `${path}/:id/advance`,
      z.strictObject({ frozen_time: timestamp }),
      (world, params, { id }) => advance(world, id, params.frozen_time),
    ),
    retrieveEndpoint(path, testClocks),
    listEndpoint(path, testClocks),
    removeEndpoint(path, testClocks, (world, clock) => {
      removeCustomers(world, clock.id);
      emit(world, "test_helpers.test_clock.deleted", clock);
    }),
  ],
};
