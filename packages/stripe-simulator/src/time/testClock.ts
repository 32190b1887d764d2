import type Stripe from "stripe";
import type { Kind } from "../api/kind.ts";

/** Time of its own for the customers that were made with it. `frozen_time` in Unix seconds. */
export type TestClock = Omit<Stripe.TestHelpers.TestClock, "deleted">;

export const testClocks: Kind<TestClock> = {
  object: "test_helpers.test_clock",
  idPrefix: "clock",
  expandable: [],
  included: [],
};
