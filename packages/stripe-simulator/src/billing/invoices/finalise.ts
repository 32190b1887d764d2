import { badRequest } from "../../api/apiError.ts";
import { saveUpdate } from "../../api/crud.ts";
import { newIntent } from "../../charges/intent.ts";
import { emit } from "../../webhooks/emit.ts";
import { requireObject, type World } from "../../world.ts";
import { subscriptions } from "../subscriptions/objects.ts";
import { reconcile } from "../transfers/cash.ts";
import { collect } from "./collect.ts";
import { numberInvoice } from "./draftInvoice.ts";
import { markPaid } from "./markPaid.ts";
import { type Invoice, invoices, subscriptionOf } from "./objects.ts";

/**
 * Finalises a draft and, if `advances`, sends it or tries to collect it, unless collection is paused or nothing is due.
 */
export function finalise(world: World, draft: Invoice, advances = true): void {
  const subscription = world.store.get(subscriptions, subscriptionOf(draft));
  if (subscription?.pause_collection) {
    saveUpdate(world, invoices, draft.id, "invoice.updated", (before) => ({
      ...before,
      auto_advance: false,
      automatically_finalizes_at: null,
    }));
    return;
  }
  const isFree = draft.amount_due === 0;
  const intent = isFree
    ? null
    : newIntent(world, {
        amount: draft.amount_due,
        currency: draft.currency,
        customer: draft.customer,
        description: subscription ? "Subscription update" : "Payment for Invoice",
        metadata: {},
        payment_method_types: draft.payment_settings.payment_method_types ?? ["card"],
        ...(subscription ? { setup_future_usage: "off_session" as const } : {}),
      });
  const open = numberInvoice(world, draft, intent);
  if (isFree) markPaid(world, open);
  else if (draft.collection_method === "charge_automatically" && advances) collect(world, open);
  else if (draft.collection_method === "send_invoice") {
    if (advances) emit(world, "invoice.sent", open);
    reconcile(world, open.customer, open.currency);
  }
}

/** Sends an invoice, after it has been finalised. The simulator sends no mail, as Stripe does in test mode. */
export function send(world: World, id: string): Invoice {
  const invoice = requireObject(world, invoices, id);
  if (invoice.collection_method !== "send_invoice") {
    throw badRequest("You can only manually send an invoice if its collection method is 'send_invoice'.");
  }
  if (invoice.status === "void") {
    throw badRequest(`Invoices with status \`${invoice.status}\` cannot be sent.`);
  }
  if (invoice.status === "draft") finalise(world, invoice, true);
  else emit(world, "invoice.sent", invoice);
  return requireObject(world, invoices, id);
}
