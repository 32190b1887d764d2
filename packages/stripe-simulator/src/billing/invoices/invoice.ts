import type Stripe from "stripe";
import type { ObjectList } from "../../api/endpoint.ts";
import type { Kind } from "../../api/kind.ts";
import type { InvoiceLine } from "./invoiceLine.ts";
import type { InvoicePayment } from "./invoicePayment.ts";

type InvoiceStatus = "draft" | "open" | "paid" | "uncollectible" | "void";

/** An invoice of a subscription. Links are ids, dates Unix seconds, amounts in the smallest unit. */
export type Invoice = Omit<
  Stripe.Invoice,
  | "customer"
  | "default_payment_method"
  | "default_source"
  | "deleted"
  | "discounts"
  | "hosted_invoice_url"
  | "latest_revision"
  | "lines"
  | "parent"
  | "payments"
  | "status"
  | "test_clock"
  | "total_discount_amounts"
> & {
  customer: string;
  default_payment_method: string | null;
  default_source: null;
  discounts: string[];
  hosted_invoice_url: string | null;
  latest_revision: null;
  lines: ObjectList<InvoiceLine>;
  parent: {
    quote_details: null;
    subscription_details: { metadata: { [name: string]: string }; subscription: string };
    type: "subscription_details";
  };
  payments: ObjectList<InvoicePayment>;
  status: InvoiceStatus;
  /** Still in Stripe's sample, but empty; the link is in `parent`. */
  subscription: null;
  test_clock: string | null;
  total_discount_amounts: { amount: number; discount: string }[];
};

export const invoices: Kind<Invoice> = {
  object: "invoice",
  idPrefix: "in",
  expandable: [
    "customer",
    "default_payment_method",
    "discounts",
    "parent.subscription_details.subscription",
    "test_clock",
    "total_discount_amounts.discount",
  ],
  included: ["confirmation_secret", "payments"],
};

export function subscriptionOf(invoice: Invoice): string {
  return invoice.parent.subscription_details.subscription;
}
