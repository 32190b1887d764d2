import type { LearnerDb } from "../../db/store/learnerDb.ts";
import { readMeta, writeMeta } from "../../db/store/meta.ts";
import { rejoinQuarantined } from "../../db/synced/applyPull.ts";
import { retryParked } from "../../db/synced/dueEntries.ts";

/**
 * Runs once for each new version of the app: parked entries become pending again, and rows that older versions could not
 * read are read again (offline rules 12 and 17).
 */
export async function retryAfterUpdate(db: LearnerDb, version: string): Promise<void> {
  if ((await readMeta(db, "appVersion")) === version) return;
  await retryParked(db);
  await rejoinQuarantined(db);
  await writeMeta(db, "appVersion", version);
}
