import type Stripe from "stripe";
import { newId } from "../api/ids.ts";
import type { Kind, Stored } from "../api/kind.ts";

/**
 * `amount_off` in the smallest unit, `percent_off` in percent, dates Unix seconds. `applies_to` only if limited to
 * products.
 */
export type Coupon = Stored<
  Omit<Stripe.Coupon, "currency_options">,
  {
    duration: "forever" | "once" | "repeating";
  }
>;

export const coupons: Kind<Coupon> = {
  object: "coupon",
  included: ["applies_to"],
};

/** A code that buyers type to use a coupon. Links are ids. */
export type PromotionCode = Stored<
  Stripe.PromotionCode,
  {
    customer: string | null;
    promotion: { type: "coupon"; coupon: string };
  }
>;

export const promotionCodes: Kind<PromotionCode> = {
  object: "promotion_code",
  expandable: ["customer", "promotion.coupon"],
};

/** One use of a coupon; links are ids. `end` in Unix seconds, or null if it has no end or applies to one invoice. */
export type Discount = Stored<
  Omit<Stripe.Discount, "deleted">,
  {
    customer: string | null;
    promotion_code: string | null;
    source: { type: "coupon"; coupon: string };
    /** The coupon's terms at the time of use: a discount outlives the deletion of its coupon. */
    simulator_coupon: Coupon;
  }
>;

export const discounts: Kind<Discount> = {
  object: "discount",
  expandable: ["customer", "promotion_code", "source.coupon"],
};

/** `start` in Unix seconds. `of` names the objects that it belongs to. */
export function newDiscount(
  start: number,
  used: { coupon: Coupon; promotionCode: string | null },
  of: Partial<Pick<Discount, "checkout_session" | "customer" | "end" | "subscription">>,
): Discount {
  return {
    id: newId("di"),
    object: "discount",
    checkout_session: of.checkout_session ?? null,
    customer: of.customer ?? null,
    customer_account: null,
    end: of.end ?? null,
    invoice: null,
    invoice_item: null,
    promotion_code: used.promotionCode,
    source: { type: "coupon", coupon: used.coupon.id },
    start,
    subscription: of.subscription ?? null,
    subscription_item: null,
    simulator_coupon: used.coupon,
  };
}
