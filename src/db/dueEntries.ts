import type { LearnerDb } from "./learnerDb.ts";
import type { OutboxEntry } from "./rows.ts";

/** No entry is ever made to wait this long: a later time is what a clock left behind that has since been put right. */
const LONGEST_WAIT_MS = 10 * 60_000;

/** What an op's id, type, version and time add to its payload in a push. */
const ENVELOPE_BYTES = 180;
const encoder = new TextEncoder();

/** About how many bytes of a push are this entry's. */
export function wireBytes({ payload }: OutboxEntry): number {
  return ENVELOPE_BYTES + encoder.encode(JSON.stringify(payload)).length;
}

/**
 * Up to `limit` pending entries that may be sent at `nowMs`, in the order they were written: as many as fit in
 * `maxBytes`, at least one. Isolated ones come last and one at a time. Texts among them are marked as sent: from now on
 * the server may know them.
 */
export function takeDueEntries(
  db: LearnerDb,
  nowMs: number,
  limit: number,
  maxBytes = Number.POSITIVE_INFINITY,
): Promise<OutboxEntry[]> {
  return db.transaction("rw", db.outbox, async () => {
    const due = (isIsolated: boolean, most: number) =>
      db.outbox
        .filter(
          (entry) =>
            entry.state === "pending" && isDue(entry, nowMs) && (entry.isolated !== undefined) === isIsolated,
        )
        .limit(most)
        .toArray();
    const together = within(await due(false, limit), maxBytes);
    const batch = together.length > 0 ? together : await due(true, 1);
    const unsentTexts = batch.filter((entry) => entry.type === "workbook" && !entry.sent);
    await db.outbox.bulkPut(unsentTexts.map((entry) => ({ ...entry, sent: true })));
    return batch;
  });
}

function within(entries: OutboxEntry[], maxBytes: number): OutboxEntry[] {
  let bytes = 0;
  const end = entries.findIndex((entry, index) => {
    bytes += wireBytes(entry);
    return index > 0 && bytes > maxBytes;
  });
  return end === -1 ? entries : entries.slice(0, end);
}

function isDue({ nextAt }: OutboxEntry, nowMs: number): boolean {
  return nextAt <= nowMs || nextAt > nowMs + LONGEST_WAIT_MS;
}

/** Entries of the learner that the server has not confirmed and that are still being sent. */
export function pendingCount(db: LearnerDb): Promise<number> {
  return db.outbox.filter((entry) => entry.state === "pending").count();
}

/** In how many ms the first pending entry is due: 0 when one is due now, null when nothing is pending. */
export async function msUntilDue(db: LearnerDb, nowMs: number): Promise<number | null> {
  const waits = await db.outbox
    .filter((entry) => entry.state === "pending")
    .toArray((entries) => entries.map((entry) => (isDue(entry, nowMs) ? 0 : entry.nextAt - nowMs)));
  return waits.length > 0 ? Math.min(...waits) : null;
}

/** Makes pending entries due that were to wait: all of them, or those that were isolated. */
export async function endWaits(db: LearnerDb, which: "all" | "isolated"): Promise<void> {
  await db.outbox
    .filter(
      ({ state, nextAt, isolated }) =>
        state === "pending" && nextAt > 0 && (which === "all" || isolated !== undefined),
    )
    .modify({ nextAt: 0 });
}
