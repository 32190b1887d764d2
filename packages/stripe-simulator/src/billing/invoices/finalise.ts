import { saveUpdate } from "../../api/saveUpdate.ts";
import { newIntent } from "../../charges/newIntent.ts";
import { requireObject, type World } from "../../world.ts";
import { subscriptions } from "../subscriptions/subscription.ts";
import { closeInvoice } from "./closeInvoice.ts";
import { collect } from "./collect.ts";
import { type Invoice, invoices, subscriptionOf } from "./invoice.ts";
import { markPaid } from "./markPaid.ts";
import { numberInvoice } from "./numberInvoice.ts";

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
