import type { Progress } from "../domain/progress.ts";
import type { LearnerDb } from "./learnerDb.ts";
import { readMeta } from "./meta.ts";

/**
 * The progress that this tab saw last in each database, on screen or when it wrote. Only a guess: pulls and other
 * tabs write too.
 */
const seen = new WeakMap<LearnerDb, readonly Progress[]>();

export function seenProgress(db: LearnerDb): readonly Progress[] | undefined {
  return seen.get(db);
}

export function noteProgress(db: LearnerDb, state: readonly Progress[]): void {
  seen.set(db, state);
}

export async function readProgress(db: LearnerDb): Promise<Progress[]> {
  const state = await db.progress.toArray();
  noteProgress(db, state);
  return state;
}

/** Whether this device has heard from the server what the learner has done. An earlier version noted only the last success. */
export async function isProgressKnown(db: LearnerDb): Promise<boolean> {
  return (await readMeta(db, "pulled")) === true || (await readMeta(db, "lastSuccessAt")) !== null;
}
