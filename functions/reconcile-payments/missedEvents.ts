import type Stripe from "stripe";
import { DatabaseError } from "../_shared/database.ts";
import type { Call } from "../_shared/http/serve.ts";
import { processOnce } from "../_shared/payments/events/eventLedger.ts";
import { HANDLED_EVENTS, handleEvent } from "../_shared/payments/events/handleEvent.ts";
import { stripeClient } from "../_shared/payments/stripe.ts";

/** The provider itself retries for three days (docs.stripe.com/webhooks, "Automatic retries"). */
const LOOK_BACK_SECONDS = 7 * 24 * 60 * 60;
/** The size of a page of events, and of a ledger query: the ids must fit in one URL. */
const PAGE = 100;
const MAX_LISTED = 2_000;
const MAX_EVENTS_PER_RUN = 25;

/**
 * Fetches the events that the provider could not deliver and handles them, oldest first: events are the only notice of
 * a refund or dispute (docs.stripe.com/webhooks/process-undelivered-events). Events that failed before come last, the
 * least recently tried first, so that they never block the others. Returns how many had an effect.
 */
export async function handleMissedEvents(call: Call): Promise<number> {
  const missed = await undelivered(stripeClient(call.env));
  const known = await ledgerOf(call, missed);
  // ISO 8601, or "" if the event was never tried. The sort is stable, so events with equal times stay oldest first.
  const triedAt = (event: Stripe.Event) => known.get(event.id)?.tried_at ?? "";
  const waiting = missed
    .filter((event) => !known.get(event.id)?.processed_at)
    .reverse()
    .sort((one, other) => Number(triedAt(one) > triedAt(other)) - Number(triedAt(one) < triedAt(other)));
  let count = 0;
  for (const event of waiting.slice(0, MAX_EVENTS_PER_RUN)) {
    try {
      const outcome = await processOnce(call.admin, event, () => handleEvent(call, event));
      call.log.info("missed_event", { event_id: event.id, type: event.type, outcome });
      count++;
    } catch (error) {
      call.log.fault("missed_event_not_handled", error, { event_id: event.id });
    }
  }
  return count;
}

/**
 * Newest first. May include an event that is being delivered right now (handling it twice has the same effect), and
 * recent events that were handled here, which the provider still lists as undelivered.
 */
function undelivered(stripe: Stripe): Promise<Stripe.Event[]> {
  const since = Math.floor(Date.now() / 1000) - LOOK_BACK_SECONDS;
  return stripe.events
    .list({ delivery_success: false, types: HANDLED_EVENTS, created: { gte: since }, limit: PAGE })
    .autoPagingToArray({ limit: MAX_LISTED });
}

type LedgerRow = { id: string; processed_at: string | null; tried_at: string };

async function ledgerOf(call: Call, events: readonly Stripe.Event[]): Promise<Map<string, LedgerRow>> {
  const rows = new Map<string, LedgerRow>();
  for (let start = 0; start < events.length; start += PAGE) {
    const ids = events.slice(start, start + PAGE).map((event) => event.id);
    const { data, error } = await call.admin
      .from("stripe_events")
      .select("id, processed_at, tried_at")
      .in("id", ids)
      .overrideTypes<LedgerRow[], { merge: false }>();
    if (error) throw new DatabaseError("stripe_events", error);
    for (const row of data) rows.set(row.id, row);
  }
  return rows;
}
