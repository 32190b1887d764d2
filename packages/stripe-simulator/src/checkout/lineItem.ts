import type Stripe from "stripe";
import type { Kind } from "../api/kind.ts";
import type { Price } from "../catalogue/price.ts";
import type { Discount } from "../discounts/discount.ts";

/** A line of a Checkout Session; amounts in the smallest unit. */
export type LineItem = Omit<Stripe.LineItem, "price" | "taxes" | "discounts" | "quantity"> & {
  price: Price;
  quantity: number;
  taxes: Stripe.LineItem.Tax[];
  discounts: { amount: number; discount: Discount }[];
};

export const lineItems: Kind<LineItem> = {
  object: "item",
  idPrefix: "li",
  expandable: [],
  included: ["discounts", "taxes"],
};
