import { badRequest } from "../../api/apiError.ts";
import { newId } from "../../api/ids.ts";
import { mergeMetadata } from "../../api/params/metadata.ts";
import { saveUpdate } from "../../api/saveUpdate.ts";
import { prices } from "../../catalogue/price.ts";
import { redeem } from "../../discounts/redeem.ts";
import { currentSource } from "../../discounts/source.ts";
import { requireObject, type World } from "../../world.ts";
import { startDiscount } from "../subscriptions/discount.ts";
import { periodOf } from "../subscriptions/periodOf.ts";
import { type Subscription, subscriptions } from "../subscriptions/subscription.ts";
import { planOf, type SubscriptionItem } from "../subscriptions/subscriptionItem.ts";
import type { Phase, PhaseItem } from "./subscriptionSchedule.ts";

/**
 * Applies a phase to the subscription. As with Stripe, a phase describes the whole subscription: tax rates and
 * discounts that it does not name are removed.
 */
export function applyPhase(world: World, id: string, phase: Phase, cancelAt: number | null): Subscription {
  return saveUpdate(world, subscriptions, id, "customer.subscription.updated", (before) => ({
    ...before,
    cancel_at: cancelAt,
    default_payment_method: phase.default_payment_method ?? before.default_payment_method,
    default_tax_rates: phase.default_tax_rates,
    description: phase.description ?? before.description,
    discounts: phase.discounts.flatMap((link) => discountOf(world, before, link)),
    items: { ...before.items, data: phase.items.map((item) => itemOf(world, before, item)) },
    metadata: mergeMetadata(before.metadata, phase.metadata),
  }));
}

/** Throws for a change that would have to be charged or credited in the middle of a period. */
export function refuseProration(world: World, id: string, phase: Phase): void {
  const { items } = requireObject(world, subscriptions, id);
  const amounts = (all: readonly { price: string | { id: string }; quantity: number }[]) =>
    all.map(({ price, quantity }) => `${typeof price === "string" ? price : price.id} × ${quantity}`).sort();
  if (amounts(items.data).join() === amounts(phase.items).join()) return;
  throw badRequest(
    "The payment simulator does not change prices or quantities of the current phase: it makes no prorations.",
    { param: "phases[0][items]" },
  );
}

function itemOf(world: World, subscription: Subscription, item: PhaseItem): SubscriptionItem {
  const price = requireObject(world, prices, item.price);
  const existing = subscription.items.data.find((each) => each.price.id === item.price);
  const { start, end } = periodOf(subscription);
  return {
    id: newId("si"),
    object: "subscription_item",
    billing_thresholds: null,
    created: world.now(),
    current_period_end: end,
    current_period_start: start,
    current_trial: null,
    discounts: [],
    plan: planOf(price),
    price,
    subscription: subscription.id,
    ...existing,
    metadata: mergeMetadata(existing?.metadata ?? null, item.metadata),
    quantity: item.quantity,
    tax_rates: item.tax_rates,
  };
}

/** The discount's id, or nothing if its coupon was deleted before the phase began. */
function discountOf(
  world: World,
  { id, customer }: Subscription,
  link: Phase["discounts"][number],
): string | [] {
  if (link.discount) return link.discount;
  const source = currentSource(world, link);
  if (!source) return [];
  redeem(world, source);
  const used = { promotion_code: source.code?.id ?? null, simulator_coupon: source.coupon };
  return startDiscount(world, used, { subscription: id, customer }).id;
}
