import { badRequest } from "../api/apiError.ts";
import { requireObject, type World } from "../world.ts";
import { type Coupon, coupons, type PromotionCode, promotionCodes } from "./objects.ts";

/** The coupon for a purchase, with the promotion code if one was used. */
export type DiscountSource = { coupon: Coupon; code: PromotionCode | null };

type DiscountParam = { coupon?: string | undefined; promotion_code?: string | undefined };

/** Returns the source that `discounts[0]` names, or null. Throws for more than one, and for one that does not exist. */
export function findSource(world: World, given: readonly DiscountParam[] | undefined): DiscountSource | null {
  const [only, second] = given ?? [];
  if (second) throw badRequest("You can only apply one discount.", { param: "discounts" });
  if (!only) return null;
  const param = "discounts[0]";
  if ((only.coupon === undefined) === (only.promotion_code === undefined)) {
    throw badRequest("You must specify exactly one of these parameters: coupon, promotion_code.", { param });
  }
  const named = `${param}[${only.coupon ? "coupon" : "promotion_code"}]`;
  const code = only.promotion_code ? requireObject(world, promotionCodes, only.promotion_code, named) : null;
  const coupon = requireObject(world, coupons, code?.promotion.coupon ?? only.coupon ?? "", named);
  return { coupon, code };
}

/** The current source of a session's or subscription's discount; null if its coupon has been deleted. */
export function currentSource(
  world: World,
  used: { coupon: string | null; promotion_code: string | null },
): DiscountSource | null {
  const code = used.promotion_code ? world.store.get(promotionCodes, used.promotion_code) : undefined;
  const coupon = world.store.get(coupons, code?.promotion.coupon ?? used.coupon ?? "");
  return coupon ? { coupon, code: code ?? null } : null;
}

/** Counts one use of the coupon, and of its promotion code. */
export function redeem(world: World, { coupon, code }: DiscountSource): void {
  const { store } = world;
  store.put(coupons, { ...coupon, times_redeemed: coupon.times_redeemed + 1 });
  if (code) store.put(promotionCodes, { ...code, times_redeemed: code.times_redeemed + 1 });
  lapseDue(world);
}

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
