import { z } from "zod";
import { badRequest, CardError } from "../../api/apiError.ts";
import { removeEndpoint, retrieveEndpoint } from "../../api/crud.ts";
import { endpoint, type Resource } from "../../api/endpoint.ts";
import { equal, filter, listEndpoint, sublistEndpoint } from "../../api/list.ts";
import { boolean, oneOf, text } from "../../api/params.ts";
import { paymentMethods } from "../../charges/objects.ts";
import { emit } from "../../webhooks/emit.ts";
import { requireObject, type World } from "../../world.ts";
import { payNow, savedMethod } from "./collect.ts";
import { finalise, send } from "./finalise.ts";
import { requireDraft } from "./invoiceItemResource.ts";
import { createInvoice, createParams, updateInvoice, updateParams } from "./manualInvoice.ts";
import { markPaidElsewhere, withRemaining } from "./markPaid.ts";
import {
  awaitsPayment,
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

const payParams = z.strictObject({
  off_session: boolean.optional(),
  paid_out_of_band: boolean.optional(),
  payment_method: text().optional(),
});

function pay(world: World, params: z.output<typeof payParams>, id: string): Invoice {
  const invoice = requireObject(world, invoices, id);
  if (invoice.status === "paid") throw badRequest("Invoice is already paid");
  if (!awaitsPayment(invoice)) {
    throw badRequest(`Invoices with status \`${invoice.status}\` cannot be paid.`);
  }
  if (params.paid_out_of_band) return markPaidElsewhere(world, invoice);
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
  if (!awaitsPayment(invoice)) {
    throw badRequest(`You can only void open invoices. This invoice has the status \`${invoice.status}\`.`);
  }
  if (invoice.payments.data.some((each) => each.status === "paid")) {
    throw badRequest("You cannot void an invoice that has payments.");
  }
  const { amount_remaining } = invoice;
  const voided = world.store.put(invoices, {
    ...withRemaining(world, { ...invoice, amount_remaining: 0 }),
    amount_remaining,
    auto_advance: false,
    next_payment_attempt: null,
    status: "void",
    status_transitions: { ...invoice.status_transitions, voided_at: world.now() },
  });
  emit(world, "invoice.voided", voided);
  return voided;
}

/** Writes an invoice off; it can still be paid (docs.stripe.com/invoicing/overview#uncollectible). */
function markUncollectible(world: World, id: string): Invoice {
  const invoice = requireObject(world, invoices, id);
  if (invoice.status !== "open") {
    throw badRequest(
      `You can only mark open invoices as uncollectible. This invoice has the status \`${invoice.status}\`.`,
    );
  }
  const after = world.store.put(invoices, {
    ...invoice,
    auto_advance: false,
    next_payment_attempt: null,
    status: "uncollectible",
    status_transitions: { ...invoice.status_transitions, marked_uncollectible_at: world.now() },
  });
  emit(world, "invoice.marked_uncollectible", after);
  return after;
}

/** Only drafts that belong to no subscription can be deleted; their items go with them. */
function removeDraft(world: World, { id, customer, parent }: Invoice): void {
  const draft = requireDraft(world, id);
  if (parent) throw badRequest("You can't delete invoices created by subscriptions.");
  for (const item of itemsOf(world, { invoice: id, customer })) world.store.remove(invoiceItems, item.id);
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
    endpoint("POST", `${path}/:id`, updateParams, (world, params, { id }) =>
      updateInvoice(world, params, id),
    ),
    removeEndpoint(path, invoices, removeDraft),
    endpoint("POST", `${path}/:id/send`, z.strictObject({}), (world, _params, { id }) => send(world, id)),
    endpoint("POST", `${path}/:id/mark_uncollectible`, z.strictObject({}), (world, _params, { id }) =>
      markUncollectible(world, id),
    ),
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
      collection_method: equal("collection_method", oneOf("charge_automatically", "send_invoice")),
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
