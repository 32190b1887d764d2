import { rejoinAside } from "../db/aside.ts";
import type { LearnerDb } from "../db/learnerDb.ts";
import { readMeta, writeMeta } from "../db/meta.ts";
import { retryParked } from "../db/settleEntries.ts";
import { sortRows } from "./pulledPage.ts";

/**
 * What a new version of the app makes up for, once: parked entries are sent again, and rows that older versions
 * could not read are read again (offline rules 12 and 17).
 */
export async function meetNewVersion(db: LearnerDb, version: string): Promise<void> {
  if ((await readMeta(db, "appVersion")) === version) return;
  await retryParked(db);
  await rejoinAside(db, sortRows);
  await writeMeta(db, "appVersion", version);
}
