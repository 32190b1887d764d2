import type Stripe from "stripe";
import type { Kind } from "../api/kind.ts";

/** A code that buyers type to use a coupon. Links are ids. */
export type PromotionCode = Omit<Stripe.PromotionCode, "customer" | "promotion"> & {
  customer: string | null;
  promotion: { type: "coupon"; coupon: string };
};

export const promotionCodes: Kind<PromotionCode> = {
  object: "promotion_code",
  idPrefix: "promo",
  expandable: ["customer", "promotion.coupon"],
  included: [],
};
