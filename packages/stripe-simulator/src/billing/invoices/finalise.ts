import { saveUpdate } from "../../api/crud.ts";
import { newIntent } from "../../charges/intent.ts";
import { emit } from "../../webhooks/emit.ts";
import { requireObject, type World } from "../../world.ts";
import { subscriptions } from "../subscriptions/objects.ts";
import { collect } from "./collect.ts";
import { numberInvoice } from "./draftInvoice.ts";
import { markPaid } from "./markPaid.ts";
import { type Invoice, invoices, subscriptionOf } from "./objects.ts";

/**
 * Finalises a renewal's draft and, if `advances`, tries to collect it, unless collection is paused or nothing is due.
 */
export function finalise(world: World, draft: Invoice, advances = true): void {
  const subscription = requireObject(world, subscriptions, subscriptionOf(draft));
  const paused = subscription.pause_collection?.behavior;
  if (paused === "keep_as_draft") {
    saveUpdate(world, invoices, draft.id, "invoice.updated", (before) => ({
      ...before,
      auto_advance: false,
      automatically_finalizes_at: null,
    }));
    return;
  }
  const isFree = draft.amount_due === 0;
  const intent =
    isFree || paused
      ? null
      : newIntent(world, {
          amount: draft.amount_due,
          currency: draft.currency,
          customer: draft.customer,
          description: "Subscription update",
          metadata: {},
          setup_future_usage: "off_session",
        });
  const open = numberInvoice(world, draft, intent);
  if (paused) closeInvoice(world, open, paused === "void" ? "void" : "uncollectible");
  else if (isFree) markPaid(world, open);
  else if (advances) collect(world, open);
}

/** Ends the collection of an invoice: it was issued in error ("void"), or payment is no longer expected. */
export function closeInvoice(world: World, invoice: Invoice, status: "void" | "uncollectible"): Invoice {
  const field = status === "void" ? "voided_at" : "marked_uncollectible_at";
  const closed = world.store.put(invoices, {
    ...invoice,
    auto_advance: false,
    next_payment_attempt: null,
    status,
    status_transitions: { ...invoice.status_transitions, [field]: world.now() },
  });
  emit(world, status === "void" ? "invoice.voided" : "invoice.marked_uncollectible", closed);
  return closed;
}
