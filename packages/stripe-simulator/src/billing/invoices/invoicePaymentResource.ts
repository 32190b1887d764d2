import { z } from "zod";
import { listEndpoint } from "../../api/list.ts";
import { equal, filter } from "../../api/params/filter.ts";
import { oneOf, text } from "../../api/params/params.ts";
import type { Resource } from "../../api/resource.ts";
import { retrieveEndpoint } from "../../api/retrieve.ts";
import { type InvoicePayment, invoicePayments } from "./invoicePayment.ts";

const path = "/invoice_payments";

/** Read-only: these requests find the invoice of a payment. */
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
