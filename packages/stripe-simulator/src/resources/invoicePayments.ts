import { z } from "zod";
import { equal, filter } from "../api/filter.ts";
import { listEndpoint } from "../api/list.ts";
import { oneOf, text } from "../api/params.ts";
import { retrieveEndpoint } from "../api/retrieve.ts";
import { type InvoicePayment, invoicePayments } from "../objects/invoicePayment.ts";
import type { Resource } from "./resource.ts";

const path = "/invoice_payments";

/** The way from a payment back to its invoice. */
export const invoicePaymentResource: Resource = {
  kinds: [invoicePayments],
  endpoints: [
    retrieveEndpoint(path, invoicePayments),
    listEndpoint(path, invoicePayments, {
      invoice: equal("invoice", text()),
      payment: filter(
        z.strictObject({ payment_intent: text().optional(), type: oneOf("payment_intent") }),
        ({ payment }: InvoicePayment, wanted) =>
          wanted.payment_intent === undefined || payment.payment_intent === wanted.payment_intent,
      ),
      status: equal("status", oneOf("canceled", "open", "paid")),
    }),
  ],
};
