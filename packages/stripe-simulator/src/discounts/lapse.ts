import type { World } from "../world.ts";
import { type Coupon, coupons } from "./coupon.ts";
import { type PromotionCode, promotionCodes } from "./promotionCode.ts";

/** Why a coupon can no longer be used, or null. */
export function couponEnd(coupon: Coupon | undefined, now: number): "deleted" | "expired" | "used up" | null {
  if (!coupon) return "deleted";
  if (coupon.redeem_by !== null && coupon.redeem_by <= now) return "expired";
  return reached(coupon) ? "used up" : null;
}

/** Why a promotion code, or its coupon, can no longer be used, or null. */
export function codeEnd(world: World, code: PromotionCode): ReturnType<typeof couponEnd> {
  if (code.expires_at !== null && code.expires_at <= world.now()) return "expired";
  if (reached(code)) return "used up";
  return couponEnd(world.store.get(coupons, code.promotion.coupon), world.now());
}

function reached({ max_redemptions: most, times_redeemed: used }: Coupon | PromotionCode): boolean {
  return most !== null && used >= most;
}

/**
 * Marks coupons as invalid and promotion codes as inactive once they have expired or are used up. This is permanent
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
