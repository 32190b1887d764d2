import { LOADING, type Loading, useLearner } from "../live.ts";
import { requireLearnerDb } from "../store/active.ts";
import { retryParked, type UnsentRow, unsentWork } from "./queue.ts";

/** All work that the server has not confirmed, in the order in which it was written. */
export function useUnsent(): Loading | { status: "ready"; rows: UnsentRow[] } {
  const rows = useLearner<UnsentRow[]>("unsent", unsentWork, []);
  return rows ? { status: "ready", rows: rows.value } : LOADING;
}

/** Makes parked rows pending, so that the next cycle sends them again. */
export async function retrySetAside(): Promise<void> {
  const { db } = await requireLearnerDb();
  await retryParked(db);
}
