import type Stripe from "stripe";
import type { Kind } from "../api/kind.ts";

/** The JSON form: `unit_amount_decimal` is a string and `product` an id. Amounts in the smallest unit. */
export type Price = Omit<
  Stripe.Price,
  "unit_amount_decimal" | "product" | "tiers" | "currency_options" | "custom_unit_amount"
> & {
  unit_amount_decimal: string | null;
  product: string;
  custom_unit_amount: null;
  currency_options: { [currency: string]: object };
};

export const prices: Kind<Price> = {
  object: "price",
  idPrefix: "price",
  expandable: ["product"],
  included: ["currency_options", "tiers"],
};
