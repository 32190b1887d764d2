import type Stripe from "stripe";
import { expect, test } from "vitest";
import { paymentFacts } from "./planFacts.ts";

const failed = (status: string, attempts: number, next: number | null, subscription = "active") => {
  const invoice = {
    id: "in_1",
    status,
    attempt_count: attempts,
    next_payment_attempt: next,
    total: 5000,
    created: 1_764_000_000,
    status_transitions: { paid_at: null, finalized_at: 1_764_000_060 },
  };
  // Only what the function reads.
  const [facts] = paymentFacts(
    { status: subscription } as Stripe.Subscription,
    [invoice] as unknown as Stripe.Invoice[],
  );
  return [facts?.failed_at !== null, facts?.failures];
};

test("a payment has failed after an attempt that is tried again or has ended the plan, and not while the first one runs", () => {
  expect(failed("open", 1, 1_764_100_000)).toEqual([true, 1]);
  expect(failed("uncollectible", 4, null, "canceled")).toEqual([true, 4]);
  expect(failed("open", 0, 1_764_100_000)).toEqual([false, 0]);
  expect(failed("open", 1, null)).toEqual([false, 0]);
  expect(failed("void", 1, 1_764_100_000)).toEqual([false, 0]);
  expect(failed("paid", 1, null)).toEqual([false, 0]);
});
