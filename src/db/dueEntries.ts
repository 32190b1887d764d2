import type { LearnerDb } from "./learnerDb.ts";
import type { OutboxEntry } from "./rows.ts";

/** No entry is ever made to wait this long: a later time is what a clock left behind that has since been put right. */
const LONGEST_WAIT_MS = 10 * 60_000;

/**
 * Up to `limit` pending entries that may be sent at `nowMs`, in the order they were written. Texts among them are
 * marked as sent: from now on the server may know them.
 */
export function takeDueEntries(db: LearnerDb, nowMs: number, limit: number): Promise<OutboxEntry[]> {
  return db.transaction("rw", db.outbox, async () => {
    const due = await db.outbox
      .filter((entry) => entry.state === "pending" && isDue(entry, nowMs))
      .limit(limit)
      .toArray();
    const unsentTexts = due.filter((entry) => entry.type === "workbook" && !entry.sent);
    await db.outbox.bulkPut(unsentTexts.map((entry) => ({ ...entry, sent: true })));
    return due;
  });
}

function isDue({ nextAt }: OutboxEntry, nowMs: number): boolean {
  return nextAt <= nowMs || nextAt > nowMs + LONGEST_WAIT_MS;
}

/** Entries of the learner that the server has not confirmed and that are still being sent. */
export function pendingCount(db: LearnerDb): Promise<number> {
  return db.outbox.filter((entry) => entry.state === "pending").count();
}
