import type Stripe from "stripe";
import type { Kind } from "../../api/kind.ts";

/** A line of an invoice, stored with it. `amount` is before discount and exclusive tax, in the smallest unit. */
export type InvoiceLine = Omit<
  Stripe.InvoiceLineItem,
  "discount_amounts" | "discounts" | "pricing" | "quantity_decimal" | "subscription" | "taxes"
> & {
  discount_amounts: { amount: number; discount: string }[];
  discounts: string[];
  pricing: {
    price_details: { price: string; product: string };
    type: "price_details";
    unit_amount_decimal: string | null;
  };
  quantity_decimal: string;
  subscription: string;
  taxes: Stripe.InvoiceLineItem.Tax[];
};

export const invoiceLines: Kind<InvoiceLine> = {
  object: "line_item",
  idPrefix: "il",
  expandable: ["discounts", "discount_amounts.discount", "pricing.price_details.price", "subscription"],
  included: [],
};
