import type Stripe from "stripe";
import type { Kind } from "../api/kind.ts";

/** `amount_off` in the smallest unit, `percent_off` a percent, dates Unix seconds. `applies_to` only where limited. */
export type Coupon = Omit<Stripe.Coupon, "currency_options" | "duration"> & {
  duration: "forever" | "once" | "repeating";
};

export const coupons: Kind<Coupon> = {
  object: "coupon",
  idPrefix: "",
  expandable: [],
  included: ["applies_to"],
};
