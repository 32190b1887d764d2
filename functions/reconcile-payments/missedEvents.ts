import type Stripe from "stripe";
import { DatabaseError } from "../_shared/database.ts";
import { once } from "../_shared/events/eventLedger.ts";
import { HANDLED_EVENTS, handleEvent } from "../_shared/events/handleEvent.ts";
import type { Call } from "../_shared/serve.ts";
import { stripeClient } from "../_shared/stripe.ts";

/** The provider itself goes on trying for three days (docs.stripe.com/webhooks, "Automatic retries"). */
const LOOK_BACK_SECONDS = 7 * 24 * 60 * 60;
const MAX_LISTED = 300;
const MAX_EVENTS_PER_RUN = 25;

/**
 * Asks the provider for events that it could not deliver and handles them, oldest first: what went back to a buyer is
 * told by events alone (docs.stripe.com/webhooks/process-undelivered-events). Returns how many had an effect.
 */
export async function handleMissedEvents(call: Call): Promise<number> {
  const missed = await undelivered(stripeClient(call.env));
  const known = await handledBefore(call, missed);
  const waiting = missed.filter((event) => !known.has(event.id)).reverse();
  let count = 0;
  for (const event of waiting.slice(0, MAX_EVENTS_PER_RUN)) {
    try {
      const outcome = await once(call.admin, event, () => handleEvent(call, event));
      call.log.info("missed_event", { event_id: event.id, type: event.type, outcome });
      count++;
    } catch (error) {
      call.log.fault("missed_event_not_handled", error, { event_id: event.id });
    }
  }
  return count;
}

/** Newest first. An event that is being delivered at this moment may be among them: its effect is the same twice. */
function undelivered(stripe: Stripe): Promise<Stripe.Event[]> {
  const since = Math.floor(Date.now() / 1000) - LOOK_BACK_SECONDS;
  return stripe.events
    .list({ delivery_success: false, types: HANDLED_EVENTS, created: { gte: since }, limit: 100 })
    .autoPagingToArray({ limit: MAX_LISTED });
}

/** They stay undelivered at the provider, whatever is done about them here. */
async function handledBefore(call: Call, events: readonly Stripe.Event[]): Promise<Set<string>> {
  if (events.length === 0) return new Set();
  const { data, error } = await call.admin
    .from("stripe_events")
    .select("id")
    .in(
      "id",
      events.map((event) => event.id),
    )
    .not("processed_at", "is", null)
    .overrideTypes<{ id: string }[], { merge: false }>();
  if (error) throw new DatabaseError("stripe_events", error);
  return new Set(data.map(({ id }) => id));
}
