import { z } from "zod";
import { badRequest } from "../../api/apiError.ts";
import { removeEndpoint, retrieveEndpoint } from "../../api/crud.ts";
import { endpoint, type Resource } from "../../api/endpoint.ts";
import { equal, filter, listEndpoint } from "../../api/list.ts";
import { boolean, oneOf, text } from "../../api/params.ts";
import { emit } from "../../webhooks/emit.ts";
import { requireObject, type World } from "../../world.ts";
import { finalise, send } from "./finalise.ts";
import { requireDraft } from "./invoiceItemResource.ts";
import { createInvoice, createParams } from "./manualInvoice.ts";
import { cancelPayment } from "./markPaid.ts";
import {
  type Invoice,
  type InvoicePayment,
  invoiceItems,
  invoiceLines,
  invoicePayments,
  invoices,
  subscriptionOf,
} from "./objects.ts";
import { itemsOf } from "./oneOff.ts";

const path = "/invoices";

/** Ends the collection of an invoice that was issued in error. */
function voidInvoice(world: World, id: string): Invoice {
  const invoice = requireObject(world, invoices, id);
  if (invoice.status !== "open") {
    throw badRequest(`You can only void open invoices. This invoice has the status \`${invoice.status}\`.`);
  }
  const voided = world.store.put(invoices, {
    ...cancelPayment(world, invoice),
    auto_advance: false,
    next_payment_attempt: null,
    status: "void",
    status_transitions: { ...invoice.status_transitions, voided_at: world.now() },
  });
  emit(world, "invoice.voided", voided);
  return voided;
}

/** Only drafts that belong to no subscription can be deleted; their items go with them. */
function removeDraft(world: World, { id, parent }: Invoice): void {
  const draft = requireDraft(world, id);
  if (parent) throw badRequest("You can't delete invoices created by subscriptions.");
  for (const item of itemsOf(world, id)) world.store.remove(invoiceItems, item.id);
  emit(world, "invoice.deleted", draft);
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

export const invoiceResource: Resource = {
  kinds: [invoices, invoiceLines, invoicePayments],
  endpoints: [
    endpoint("POST", path, createParams, createInvoice),
    removeEndpoint(path, invoices, removeDraft),
    endpoint("POST", `${path}/:id/send`, z.strictObject({}), (world, _params, { id }) => send(world, id)),
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
    listEndpoint(path, invoices, {
      customer: equal("customer", text()),
      status: equal("status", oneOf("draft", "open", "paid", "uncollectible", "void")),
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
