import { z } from "zod";
import { badRequest, CardError } from "../../api/apiError.ts";
import { endpoint } from "../../api/endpoint.ts";
import { listEndpoint, sublistEndpoint } from "../../api/list.ts";
import { equal, filter } from "../../api/params/filter.ts";
import { mergeMetadata, metadata } from "../../api/params/metadata.ts";
import { boolean, notSimulated, oneOf, text } from "../../api/params/params.ts";
import type { Resource } from "../../api/resource.ts";
import { retrieveEndpoint } from "../../api/retrieve.ts";
import { saveUpdate } from "../../api/saveUpdate.ts";
import { paymentMethods } from "../../customers/paymentMethod.ts";
import { worldOf } from "../../time/timeline.ts";
import { requireObject, type World } from "../../world.ts";
import { closeInvoice } from "./closeInvoice.ts";
import { payNow, savedMethod } from "./collect.ts";
import { finalise } from "./finalise.ts";
import { type Invoice, invoices, subscriptionOf } from "./invoice.ts";
import { invoiceLines } from "./invoiceLine.ts";
import { markPaid } from "./markPaid.ts";

const path = "/invoices";

const payParams = z.strictObject({
  off_session: boolean.optional(),
  paid_out_of_band: boolean.optional(),
  payment_method: text().optional(),
  ...notSimulated("forgive", "mandate", "source"),
});

function pay(world: World, params: z.output<typeof payParams>, id: string): Invoice {
  const invoice = requireObject(world, invoices, id);
  const then = worldOf(world, invoice.customer);
  if (invoice.status === "paid") throw badRequest("Invoice is already paid");
  if (invoice.status !== "open" && invoice.status !== "uncollectible") {
    throw badRequest(`Invoices with status \`${invoice.status}\` cannot be paid.`);
  }
  if (params.paid_out_of_band) return markPaid(then, invoice);
  const method = params.payment_method
    ? requireObject(world, paymentMethods, params.payment_method, "payment_method")
    : savedMethod(world, invoice);
  const refused = payNow(then, invoice, method, method?.simulator_off_session ?? null);
  if (refused) throw new CardError(refused);
  return requireObject(world, invoices, id);
}

function close(world: World, id: string, status: "void" | "uncollectible"): Invoice {
  const invoice = requireObject(world, invoices, id);
  const { customer, status: before } = invoice;
  if (before === "open" || (before === "uncollectible" && status === "void")) {
    return closeInvoice(worldOf(world, customer), invoice, status);
  }
  throw badRequest(`You can only change open invoices. This invoice has the status \`${before}\`.`);
}

/** Stripe collects a finalised invoice soon after the response; here it happens within the request. */
function finaliseDraft(world: World, id: string, advances: boolean | undefined): Invoice {
  const draft = requireObject(world, invoices, id);
  if (draft.status !== "draft") {
    throw badRequest("This invoice is already finalized, you can't re-finalize a non-draft invoice.");
  }
  finalise(worldOf(world, draft.customer), draft, advances ?? draft.auto_advance ?? false);
  return requireObject(world, invoices, id);
}

/** Invoices are created by subscriptions, so there is no endpoint that creates one. */
export const invoiceResource: Resource = {
  kinds: [invoices, invoiceLines],
  endpoints: [
    endpoint("POST", `${path}/:id/pay`, payParams, (world, params, { id }) => pay(world, params, id)),
    endpoint(
      "POST",
      `${path}/:id/finalize`,
      z.strictObject({ auto_advance: boolean.optional() }),
      (world, { auto_advance: advances }, { id }) => finaliseDraft(world, id, advances),
    ),
    endpoint("POST", `${path}/:id/void`, z.strictObject({}), (world, _params, { id }) =>
      close(world, id, "void"),
    ),
    endpoint("POST", `${path}/:id/mark_uncollectible`, z.strictObject({}), (world, _params, { id }) =>
      close(world, id, "uncollectible"),
    ),
    endpoint("POST", `${path}/:id`, z.strictObject({ metadata }), (world, { metadata: change }, { id }) =>
      saveUpdate(world, invoices, id, "invoice.updated", (before) => ({
        ...before,
        metadata: mergeMetadata(before.metadata, change),
      })),
    ),
    retrieveEndpoint(path, invoices),
    sublistEndpoint(
      `${path}/:id/lines`,
      invoiceLines,
      (world, id) => requireObject(world, invoices, id).lines.data,
    ),
    listEndpoint(path, invoices, {
      collection_method: equal("collection_method", text()),
      customer: equal("customer", text()),
      status: equal("status", oneOf("draft", "open", "paid", "uncollectible", "void")),
      subscription: filter(text(), (invoice: Invoice, wanted) => subscriptionOf(invoice) === wanted),
    }),
  ],
};
