import { LOADING, type Loading, unsentWork, useLearner } from "../live.ts";
import { requireLearnerDb } from "../store/active.ts";
import type { UnsentWork } from "../store/rows.ts";
import { retryParked } from "./dueEntries.ts";

/** All work that the server has not confirmed, in the order in which it was written. */
export function useUnsent(): Loading | { status: "ready"; entries: UnsentWork[] } {
  const entries = useLearner<UnsentWork[]>("unsent", unsentWork, []);
  return entries ? { status: "ready", entries: entries.value } : LOADING;
}

/** Makes parked entries pending, so that the next cycle sends them again. */
export async function retrySetAside(): Promise<void> {
  const { db } = await requireLearnerDb();
  await retryParked(db);
}
