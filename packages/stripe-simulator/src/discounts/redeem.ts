import type { World } from "../world.ts";
import { coupons } from "./coupon.ts";
import { lapseDue } from "./lapse.ts";
import { promotionCodes } from "./promotionCode.ts";
import type { DiscountSource } from "./source.ts";

/** Counts one use of the coupon, and of its promotion code. */
export function redeem(world: World, { coupon, code }: DiscountSource): void {
  const { store } = world;
  store.put(coupons, { ...coupon, times_redeemed: coupon.times_redeemed + 1 });
  if (code) store.put(promotionCodes, { ...code, times_redeemed: code.times_redeemed + 1 });
  lapseDue(world);
}
