import type Stripe from "stripe";
import type { Kind } from "../api/kind.ts";

/** A separate time for the customers created with it. `frozen_time` in Unix seconds. */
export type TestClock = Omit<Stripe.TestHelpers.TestClock, "deleted">;

export const testClocks: Kind<TestClock> = {
  object: "test_helpers.test_clock",
  idPrefix: "clock",
  expandable: [],
  included: [],
};
