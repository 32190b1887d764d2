import { saveUpdate } from "../../api/crud.ts";
import { newIntent } from "../../charges/intent.ts";
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
  if (subscription.pause_collection) {
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
        description: "Subscription update",
        metadata: {},
        setup_future_usage: "off_session",
      });
  const open = numberInvoice(world, draft, intent);
  if (isFree) markPaid(world, open);
  else if (advances) collect(world, open);
}
