import { customers } from "../customers/customer.ts";
import type { World } from "../world.ts";
import { testClocks } from "./testClock.ts";

/** The world at another time: everything that happens in it has that date. `time` in Unix seconds. */
export function worldAt(world: World, time: number): World {
  return { ...world, now: () => time };
}

/** The world at the customer's time, if a test clock sets one (docs.stripe.com/billing/testing/test-clocks). */
export function worldOf(world: World, customer: string | null): World {
  const id = customer ? world.store.get(customers, customer)?.test_clock : null;
  const clock = typeof id === "string" ? world.store.get(testClocks, id) : undefined;
  return clock ? worldAt(world, clock.frozen_time) : world;
}
