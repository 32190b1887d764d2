import { requireLearnerDb } from "./active.ts";
import { LOADING, type Loading, useLearner } from "./live.ts";
import type { OutboxEntry } from "./rows.ts";
import { retryParked } from "./settleEntries.ts";

/** Everything that the server has not confirmed, in the order in which it was made. */
export function useUnsent(): Loading | { status: "ready"; entries: OutboxEntry[] } {
  const entries = useLearner<OutboxEntry[]>("unsent", (db) => db.outbox.orderBy("seq").toArray(), []);
  return entries ? { status: "ready", entries: entries.value } : LOADING;
}

/** What was set aside is sent once more with the next cycle. */
export async function retrySetAside(): Promise<void> {
  const { db } = await requireLearnerDb();
  await retryParked(db);
}
