import type Stripe from "stripe";
import type { Kind, Stored } from "../api/kind.ts";

export type Product = Stripe.Product;

export const products: Kind<Product> = { object: "product" };

/** The JSON form: `unit_amount_decimal` is a string and `product` an id. Amounts in the smallest unit. */
export type Price = Stored<
  Stripe.Price,
  {
    unit_amount_decimal: string | null;
    product: string;
    custom_unit_amount: null;
    currency_options: { [currency: string]: object };
  }
>;

export const prices: Kind<Price> = {
  object: "price",
  expandable: ["product"],
  included: ["currency_options"],
};

/** `percentage` is a number of per cent: 20 means 20 %. */
export type TaxRate = Stripe.TaxRate;

export const taxRates: Kind<TaxRate> = { object: "tax_rate" };
