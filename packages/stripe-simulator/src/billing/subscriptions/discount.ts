import { type Discount, discounts, newDiscount } from "../../discounts/objects.ts";
import type { World } from "../../world.ts";
import { addMonths } from "./interval.ts";
import type { Subscription } from "./objects.ts";

/** Stores a discount for the subscription with the coupon's terms, starting now. */
export function startDiscount(
  world: World,
  used: Pick<Discount, "promotion_code" | "simulator_coupon">,
  of: { subscription: string; customer: string; checkout_session?: string },
): Discount {
  const { promotion_code: promotionCode, simulator_coupon: coupon } = used;
  const months = coupon.duration === "repeating" ? coupon.duration_in_months : null;
  const start = world.now();
  const end = months === null ? null : addMonths(start, months);
  return world.store.put(discounts, newDiscount(start, { coupon, promotionCode }, { ...of, end }));
}

/** The discount for an invoice created now, or null. A subscription has at most one. */
export function liveDiscount(world: World, subscription: Subscription): Discount | null {
  const [id] = subscription.discounts;
  const discount = id ? world.store.get(discounts, id) : undefined;
  return discount && (discount.end === null || discount.end > world.now()) ? discount : null;
}

/** The subscription's discounts after an invoice has used one: a "once" discount is then used up. */
export function discountsAfterInvoice(world: World, subscription: Subscription): string[] {
  const live = liveDiscount(world, subscription);
  return live && live.simulator_coupon.duration !== "once" ? [live.id] : [];
}
