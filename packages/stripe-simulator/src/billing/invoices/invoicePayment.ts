import type Stripe from "stripe";
import type { Kind } from "../../api/kind.ts";

/** Links an invoice to the payment intent that pays it. Amounts in the smallest unit. */
export type InvoicePayment = Omit<Stripe.InvoicePayment, "invoice" | "payment" | "status"> & {
  invoice: string;
  payment: { payment_intent: string; type: "payment_intent" };
  status: "open" | "paid" | "canceled";
};

export const invoicePayments: Kind<InvoicePayment> = {
  object: "invoice_payment",
  idPrefix: "inpay",
  expandable: ["invoice", "payment.payment_intent"],
  included: [],
};
