import { saveUpdate } from "../../api/saveUpdate.ts";
import type { World } from "../../world.ts";
import { draftInvoice } from "../invoices/draftInvoice.ts";
import { discountsAfterInvoice } from "./discount.ts";
import { DRAFT_SECONDS, nextBoundary } from "./interval.ts";
import { periodOf, spanOf } from "./periodOf.ts";
import { type Subscription, subscriptions } from "./subscription.ts";

/** Begins the next period and drafts its invoice. Drafts of an unpaid subscription are not finalised automatically. */
export function renew(world: World, subscription: Subscription): void {
  const period = periodOf(subscription);
  const end = nextBoundary(subscription.billing_cycle_anchor, spanOf(subscription), period.end);
  const items = subscription.items.data.map((item) => ({
    ...item,
    current_period_start: period.end,
    current_period_end: end,
  }));
  const next = { ...subscription, items: { ...subscription.items, data: items } };
  const invoice = draftInvoice(world, next, {
    reason: "subscription_cycle",
    period,
    finalisesAt: subscription.status === "unpaid" ? null : world.now() + DRAFT_SECONDS,
  });
  saveUpdate(world, subscriptions, subscription.id, "customer.subscription.updated", () => ({
    ...next,
    discounts: discountsAfterInvoice(world, next),
    latest_invoice: invoice.id,
  }));
}
