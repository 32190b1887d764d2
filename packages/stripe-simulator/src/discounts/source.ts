import { badRequest } from "../api/apiError.ts";
import { requireObject, type World } from "../world.ts";
import { type Coupon, coupons } from "./coupon.ts";
import { type PromotionCode, promotionCodes } from "./promotionCode.ts";

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
