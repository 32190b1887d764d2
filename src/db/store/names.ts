import type { UserId } from "../../domain/ids.ts";

// The names of the databases on this device, for code that opens them without Dexie.

export const DEVICE_DB = "academy-device";

/** Each learner has a separate database, and never sees another learner's data (offline rule 1). */
export function learnerDbName(userId: UserId): string {
  return `academy-${userId}`;
}
