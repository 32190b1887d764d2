import type { LearnerDb } from "../../db/store/learnerDb.ts";
import { readMeta, writeMeta } from "../../db/store/meta.ts";
import { retryParked } from "../../db/synced/queue.ts";

/** Runs once for each new version of the app: parked rows become pending again (offline rule 12). */
export async function retryAfterUpdate(db: LearnerDb, version: string): Promise<void> {
  if ((await readMeta(db, "appVersion")) === version) return;
  await retryParked(db);
  await writeMeta(db, "appVersion", version);
}
