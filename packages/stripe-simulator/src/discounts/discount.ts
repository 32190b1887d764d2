import type Stripe from "stripe";
import { newId } from "../api/ids.ts";
import type { Kind } from "../api/kind.ts";
import type { Coupon } from "./coupon.ts";

/** One use of a coupon; links are ids. `end` in Unix seconds, or null if it has no end or applies to one invoice. */
export type Discount = Omit<Stripe.Discount, "customer" | "promotion_code" | "source" | "deleted"> & {
  customer: string | null;
  promotion_code: string | null;
  source: { type: "coupon"; coupon: string };
  /** The coupon's terms at the time of use: a discount outlives the deletion of its coupon. */
  simulator_coupon: Coupon;
};

export const discounts: Kind<Discount> = {
  object: "discount",
  idPrefix: "di",
  expandable: ["customer", "promotion_code", "source.coupon"],
  included: [],
};

/** `start` in Unix seconds. `of` names the objects that it belongs to. */
export function newDiscount(
  start: number,
  used: { coupon: Coupon; promotionCode: string | null },
  of: Partial<
    Pick<Discount, "checkout_session" | "customer" | "end" | "invoice" | "subscription" | "subscription_item">
  >,
): Discount {
  return {
    id: newId("di"),
    object: "discount",
    checkout_session: of.checkout_session ?? null,
    customer: of.customer ?? null,
    customer_account: null,
    end: of.end ?? null,
    invoice: of.invoice ?? null,
    invoice_item: null,
    promotion_code: used.promotionCode,
    source: { type: "coupon", coupon: used.coupon.id },
    start,
    subscription: of.subscription ?? null,
    subscription_item: of.subscription_item ?? null,
    simulator_coupon: used.coupon,
  };
}
