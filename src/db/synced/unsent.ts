import { LOADING, type Loading, useLearner } from "../live.ts";
import { requireLearnerDb } from "../store/active.ts";
import type { OutboxEntry } from "../store/rows.ts";
import { retryParked } from "./dueEntries.ts";

/** All entries that the server has not confirmed, in the order in which they were written. */
export function useUnsent(): Loading | { status: "ready"; entries: OutboxEntry[] } {
  const entries = useLearner<OutboxEntry[]>("unsent", (db) => db.outbox.orderBy("seq").toArray(), []);
  return entries ? { status: "ready", entries: entries.value } : LOADING;
}

/** Makes parked entries pending, so that the next cycle sends them again. */
export async function retrySetAside(): Promise<void> {
  const { db } = await requireLearnerDb();
  await retryParked(db);
}
