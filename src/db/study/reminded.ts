import { requireLearnerDb } from "../store/active.ts";
import { readMeta, writeMeta } from "../store/meta.ts";
import type { Reminded } from "../store/rows.ts";

/** What the server was last told from this device about the plan, or null while no reminders are on. */
export async function readReminded(): Promise<Reminded | null> {
  const { db } = await requireLearnerDb();
  return readMeta(db, "reminded");
}

/** Null when reminders are off. */
export async function noteReminded(told: Reminded | null): Promise<void> {
  const { db } = await requireLearnerDb();
  await (told ? writeMeta(db, "reminded", told) : db.meta.delete("reminded"));
}
