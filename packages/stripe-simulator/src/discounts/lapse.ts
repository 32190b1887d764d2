import type { World } from "../world.ts";
import { type Coupon, coupons } from "./coupon.ts";
import { type PromotionCode, promotionCodes } from "./promotionCode.ts";

/** Why a coupon cannot be used any more, or null. */
export function couponEnd(coupon: Coupon | undefined, now: number): "deleted" | "expired" | "used up" | null {
  if (!coupon) return "deleted";
  if (coupon.redeem_by !== null && coupon.redeem_by <= now) return "expired";
  return reached(coupon) ? "used up" : null;
}

/** Why a promotion code, or the coupon behind it, cannot be used any more, or null. */
export function codeEnd(world: World, code: PromotionCode): ReturnType<typeof couponEnd> {
  if (code.expires_at !== null && code.expires_at <= world.now()) return "expired";
  if (reached(code)) return "used up";
  return couponEnd(world.store.get(coupons, code.promotion.coupon), world.now());
}

function reached({ max_redemptions: most, times_redeemed: used }: Coupon | PromotionCode): boolean {
  return most !== null && used >= most;
}

/**
 * Makes coupons invalid and promotion codes inactive whose time or uses are over. They stay so
 * (docs.stripe.com/payments/checkout/discounts, "Inactive promotions").
 */
export function lapseDue(world: World): void {
  const { store } = world;
  for (const coupon of store.all(coupons)) {
    if (coupon.valid && couponEnd(coupon, world.now())) store.put(coupons, { ...coupon, valid: false });
  }
  for (const code of store.all(promotionCodes)) {
    if (code.active && codeEnd(world, code)) store.put(promotionCodes, { ...code, active: false });
  }
}
