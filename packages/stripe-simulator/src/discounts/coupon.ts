import type Stripe from "stripe";
import type { Kind } from "../api/kind.ts";

/**
 * `amount_off` in the smallest unit, `percent_off` in percent, dates Unix seconds. `applies_to` only if limited to
 * products.
 */
export type Coupon = Omit<Stripe.Coupon, "currency_options" | "duration"> & {
  duration: "forever" | "once" | "repeating";
};

export const coupons: Kind<Coupon> = {
  object: "coupon",
  idPrefix: "",
  expandable: [],
  included: ["applies_to"],
};
