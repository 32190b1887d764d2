import type Stripe from "stripe";
import { type Admin, DatabaseError } from "../../database.ts";

/**
 * Runs `work` for an event unless it has succeeded before. Two copies of an event that arrive together may both run:
 * every effect is idempotent. The ledger avoids repeated work and keeps the history.
 */
export async function processOnce(
  admin: Admin,
  event: Stripe.Event,
  work: () => Promise<string>,
): Promise<string> {
  const row = { id: event.id, type: event.type, tried_at: new Date().toISOString() };
  const stored = await admin
    .from("stripe_events")
    .upsert(row, { onConflict: "id" })
    .select("processed_at")
    .single<{ processed_at: string | null }>();
  if (stored.error) throw new DatabaseError("stripe_events", stored.error);
  if (stored.data.processed_at !== null) return "repeat";

  const outcome = await work();
  const done = await admin
    .from("stripe_events")
    .update({ processed_at: new Date().toISOString() })
    .eq("id", event.id)
    .is("processed_at", null);
  if (done.error) throw new DatabaseError("stripe_events", done.error);
  return outcome;
}
