import type { UserId } from "../domain/ids.ts";

// Where the data of this device is, for whoever looks without the library that opens it.

export const DEVICE_DB = "academy-device";

/** One for each learner; nothing of one is ever visible to another (offline rule 1). */
export function learnerDbName(userId: UserId): string {
  return `academy-${userId}`;
}
