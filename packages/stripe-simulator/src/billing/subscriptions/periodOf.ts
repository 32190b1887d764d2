import type { Span } from "./interval.ts";
import type { Subscription } from "./subscription.ts";

/** All items of a subscription renew together, so the first one represents them all. */
function firstItem(subscription: Subscription) {
  const [item] = subscription.items.data;
  if (!item) throw new Error(`The subscription ${subscription.id} has no items`);
  return item;
}

/** The period that is paid for, in Unix seconds. */
export function periodOf(subscription: Subscription): { start: number; end: number } {
  const { current_period_start: start, current_period_end: end } = firstItem(subscription);
  return { start, end };
}

export function spanOf(subscription: Subscription): Span {
  const { interval, interval_count } = firstItem(subscription).plan;
  return { interval, interval_count };
}
