import type { SentRow } from "../../../src/entities/row.ts";

/** The copies of a learner's unsent rows in localStorage. */
export function mirrored(userId: string): SentRow[] {
  return Object.entries({ ...localStorage })
    .filter(([at]) => at.startsWith(`academy-row:${userId}:`))
    .map(([, copy]) => JSON.parse(String(copy)));
}
