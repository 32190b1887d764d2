import type Stripe from "stripe";
import type { ObjectList } from "../../api/endpoint.ts";
import type { Kind, Stored, WithoutNulls } from "../../api/kind.ts";

type InvoiceStatus = "draft" | "open" | "paid" | "void";

/** An invoice of a subscription, a payment in Checkout or by hand. Links are ids, dates Unix seconds, amounts in the smallest unit. */
export type Invoice = Stored<
  WithoutNulls<Omit<Stripe.Invoice, "deleted">>,
  {
    account_tax_ids: null;
    automatically_finalizes_at: number | null;
    customer: string;
    default_payment_method: string | null;
    default_source: null;
    discounts: string[];
    hosted_invoice_url: string | null;
    latest_revision: null;
    next_payment_attempt: number | null;
    lines: ObjectList<InvoiceLine>;
    parent: {
      quote_details: null;
      subscription_details: { metadata: { [name: string]: string }; subscription: string };
      type: "subscription_details";
    } | null;
    payments: ObjectList<InvoicePayment>;
    status: InvoiceStatus;
    total_discount_amounts: { amount: number; discount: string }[];
  }
>;

export const invoices: Kind<Invoice> = {
  object: "invoice",
  expandable: [
    "customer",
    "default_payment_method",
    "discounts",
    "parent.subscription_details.subscription",
    "total_discount_amounts.discount",
  ],
  included: ["payments"],
};

/** The id of the invoice's subscription; empty, which no subscription has, for any other invoice. */
export function subscriptionOf(invoice: Invoice): string {
  return invoice.parent?.subscription_details.subscription ?? "";
}

type Pricing = {
  price_details: { price: string; product: string };
  type: "price_details";
  unit_amount_decimal: string | null;
};

/** Something that an invoice charges for; `invoice` is null until the invoice of a session exists. */
export type InvoiceItem = Stored<
  WithoutNulls<Omit<Stripe.InvoiceItem, "deleted">>,
  {
    customer: string;
    discounts: string[];
    invoice: string | null;
    pricing: Pricing;
    quantity_decimal: string;
    tax_rates: Stripe.TaxRate[];
  }
>;

export const invoiceItems: Kind<InvoiceItem> = {
  object: "invoiceitem",
  expandable: ["customer", "discounts", "invoice"],
};

/** A line of an invoice, stored with it. `amount` is before discount and exclusive tax, in the smallest unit. */
export type InvoiceLine = Stored<
  Stripe.InvoiceLineItem,
  {
    discount_amounts: { amount: number; discount: string }[];
    discounts: string[];
    pricing: Pricing;
    quantity: number;
    quantity_decimal: string;
    subscription: string | null;
    taxes: Stripe.InvoiceLineItem.Tax[];
  }
>;

export const invoiceLines: Kind<InvoiceLine> = {
  object: "line_item",
  expandable: ["discounts", "discount_amounts.discount", "pricing.price_details.price", "subscription"],
};

/** Links an invoice to the payment intent that pays it. Amounts in the smallest unit. */
export type InvoicePayment = Stored<
  Stripe.InvoicePayment,
  {
    invoice: string;
    payment: { payment_intent: string; type: "payment_intent" };
    status: "open" | "paid" | "canceled";
  }
>;

export const invoicePayments: Kind<InvoicePayment> = {
  object: "invoice_payment",
  expandable: ["invoice", "payment.payment_intent"],
};
