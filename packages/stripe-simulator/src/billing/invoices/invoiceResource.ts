import { z } from "zod";
import { badRequest, CardError } from "../../api/apiError.ts";
import { retrieveEndpoint } from "../../api/crud.ts";
import { endpoint, type Resource } from "../../api/endpoint.ts";
import { equal, filter, listEndpoint, sublistEndpoint } from "../../api/list.ts";
import { boolean, oneOf, text } from "../../api/params.ts";
import { paymentMethods } from "../../charges/objects.ts";
import { emit } from "../../webhooks/emit.ts";
import { requireObject, type World } from "../../world.ts";
import { payNow, savedMethod } from "./collect.ts";
import { finalise } from "./finalise.ts";
import { markPaid } from "./markPaid.ts";
import {
  type Invoice,
  type InvoicePayment,
  invoiceLines,
  invoicePayments,
  invoices,
  subscriptionOf,
} from "./objects.ts";

const path = "/invoices";

const payParams = z.strictObject({
  off_session: boolean.optional(),
  paid_out_of_band: boolean.optional(),
  payment_method: text().optional(),
});

function pay(world: World, params: z.output<typeof payParams>, id: string): Invoice {
  const invoice = requireObject(world, invoices, id);
  if (invoice.status === "paid") throw badRequest("Invoice is already paid");
  if (invoice.status !== "open") {
    throw badRequest(`Invoices with status \`${invoice.status}\` cannot be paid.`);
  }
  if (params.paid_out_of_band) return markPaid(world, invoice);
  const method = params.payment_method
    ? requireObject(world, paymentMethods, params.payment_method, "payment_method")
    : savedMethod(world, invoice);
  const refused = payNow(world, invoice, method, method?.simulator_off_session ?? null);
  if (refused) throw new CardError(refused);
  return requireObject(world, invoices, id);
}

/** Ends the collection of an invoice that was issued in error. */
function voidInvoice(world: World, id: string): Invoice {
  const invoice = requireObject(world, invoices, id);
  if (invoice.status !== "open") {
    throw badRequest(`You can only void open invoices. This invoice has the status \`${invoice.status}\`.`);
  }
  const voided = world.store.put(invoices, {
    ...invoice,
    auto_advance: false,
    next_payment_attempt: null,
    status: "void",
    status_transitions: { ...invoice.status_transitions, voided_at: world.now() },
  });
  emit(world, "invoice.voided", voided);
  return voided;
}

/** Stripe collects a finalised invoice soon after the response; here it happens within the request. */
function finaliseDraft(world: World, id: string, advances: boolean | undefined): Invoice {
  const draft = requireObject(world, invoices, id);
  if (draft.status !== "draft") {
    throw badRequest("This invoice is already finalized, you can't re-finalize a non-draft invoice.");
  }
  finalise(world, draft, advances ?? draft.auto_advance ?? false);
  return requireObject(world, invoices, id);
}

/** Invoices are created by subscriptions, so there is no endpoint that creates one. */
export const invoiceResource: Resource = {
  kinds: [invoices, invoiceLines, invoicePayments],
  endpoints: [
    endpoint("POST", `${path}/:id/pay`, payParams, (world, params, { id }) => pay(world, params, id)),
    endpoint(
      "POST",
      `${path}/:id/finalize`,
      z.strictObject({ auto_advance: boolean.optional() }),
      (world, { auto_advance: advances }, { id }) => finaliseDraft(world, id, advances),
    ),
    endpoint("POST", `${path}/:id/void`, z.strictObject({}), (world, _params, { id }) =>
      voidInvoice(world, id),
    ),
    retrieveEndpoint(path, invoices),
    sublistEndpoint(
      `${path}/:id/lines`,
      invoiceLines,
      (world, id) => requireObject(world, invoices, id).lines.data,
    ),
    listEndpoint(path, invoices, {
      customer: equal("customer", text()),
      status: equal("status", oneOf("draft", "open", "paid", "void")),
      subscription: filter(text(), (invoice: Invoice, wanted) => subscriptionOf(invoice) === wanted),
    }),
    // Read-only: this request finds the invoice of a payment.
    listEndpoint("/invoice_payments", invoicePayments, {
      invoice: equal("invoice", text()),
      payment: filter(
        z.strictObject({ payment_intent: text(), type: oneOf("payment_intent") }),
        ({ payment }: InvoicePayment, wanted) => payment.payment_intent === wanted.payment_intent,
      ),
    }),
  ],
};
