import type Stripe from "stripe";
import type { Kind, Stored, WithoutNulls } from "../api/kind.ts";

export type Product = WithoutNulls<Stripe.Product>;

export const products: Kind<Product> = { object: "product" };

/** The JSON form: `unit_amount_decimal` is a string and `product` an id. Amounts in the smallest unit. */
export type Price = Stored<
  WithoutNulls<Stripe.Price>,
  {
    unit_amount_decimal: string | null;
    product: string;
    custom_unit_amount: null;
  }
>;

export const prices: Kind<Price> = {
  object: "price",
  expandable: ["product"],
};

/** `percentage` is a number of per cent: 20 means 20 %. */
export type TaxRate = Stripe.TaxRate;

export const taxRates: Kind<TaxRate> = { object: "tax_rate" };
