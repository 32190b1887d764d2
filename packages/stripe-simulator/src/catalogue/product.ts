import type Stripe from "stripe";
import type { Kind } from "../api/kind.ts";

export type Product = Stripe.Product;

export const products: Kind<Product> = {
  object: "product",
  idPrefix: "prod",
  expandable: ["default_price", "tax_code"],
  included: [],
};
