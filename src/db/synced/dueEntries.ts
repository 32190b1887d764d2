import type { OpId } from "../../domain/ids.ts";
import type { LearnerDb } from "../store/learnerDb.ts";
import { isWork, type OutboxEntry } from "../store/rows.ts";

/**
 * No entry waits longer than this. A later `nextAt` must have been set while the device's clock was wrong, so the entry
 * is due.
 */
const LONGEST_WAIT_MS = 10 * 60_000;

/** The types of ops that a later one of the same kind replaces, unless they may have been sent. */
const REPLACEABLE: readonly OutboxEntry["type"][] = ["workbook", "place"];

/** The bytes that an op's id, type, version and time add to its payload in a push. */
const ENVELOPE_BYTES = 180;
const encoder = new TextEncoder();

/** The approximate size of this entry in a push. */
export function wireBytes({ payload }: OutboxEntry): number {
  return ENVELOPE_BYTES + encoder.encode(JSON.stringify(payload)).length;
}

/**
 * Up to `limit` pending entries that may be sent at `nowMs`, in the order they were written: as many as fit in
 * `maxBytes`, but at least one. Isolated entries are sent last, one at a time. Replaceable entries are marked as
 * sent, because from now on the server may have them. On a device that is too full for the marks, entries that need
 * one wait, and the others are sent.
 */
export async function takeDueEntries(
  db: LearnerDb,
  nowMs: number,
  limit: number,
  maxBytes = Number.POSITIVE_INFINITY,
): Promise<OutboxEntry[]> {
  const take = async (mayBeSent: (entry: OutboxEntry) => boolean) => {
    const due = (isIsolated: boolean, most: number) =>
      db.outbox
        .filter(
          (entry) =>
            entry.state === "pending" &&
            isDue(entry, nowMs) &&
            (entry.isolated !== undefined) === isIsolated &&
            mayBeSent(entry),
        )
        .limit(most)
        .toArray();
    const together = within(await due(false, limit), maxBytes);
    return together.length > 0 ? together : due(true, 1);
  };
  try {
    return await db.transaction("rw", db.outbox, async () => {
      const batch = await take(() => true);
      await db.outbox.bulkPut(batch.filter(needsMark).map((entry) => ({ ...entry, sent: true })));
      return batch;
    });
  } catch (error) {
    console.warn("Changes could not be marked as sent, so they wait", error);
    return take((entry) => !needsMark(entry));
  }
}

function needsMark({ type, sent }: OutboxEntry): boolean {
  return REPLACEABLE.includes(type) && !sent;
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

/** The number of the learner's unconfirmed entries that are not parked. */
export function pendingCount(db: LearnerDb): Promise<number> {
  return db.outbox.filter((entry) => entry.state === "pending").count();
}

/** How much of the learner's work the server has not confirmed: `refused` is parked, `unsent` is everything else. */
export async function countUnsent(db: LearnerDb): Promise<{ unsent: number; refused: number }> {
  const states = await db.outbox.toArray((entries) => entries.filter(isWork).map(({ state }) => state));
  const refused = states.filter((state) => state === "parked").length;
  return { unsent: states.length - refused, refused };
}

/** Milliseconds until the first pending entry is due: 0 if one is due now, null if nothing is pending. */
export async function msUntilDue(db: LearnerDb, nowMs: number): Promise<number | null> {
  const waits = await db.outbox
    .filter((entry) => entry.state === "pending")
    .toArray((entries) => entries.map((entry) => (isDue(entry, nowMs) ? 0 : entry.nextAt - nowMs)));
  return waits.length > 0 ? Math.min(...waits) : null;
}

/** Makes waiting entries due immediately: all of them, or only the isolated ones. */
export async function endWaits(db: LearnerDb, which: "all" | "isolated"): Promise<void> {
  await db.outbox
    .filter(
      ({ state, nextAt, isolated }) =>
        state === "pending" && nextAt > 0 && (which === "all" || isolated !== undefined),
    )
    .modify({ nextAt: 0 });
}

/** The error code of an isolated entry: the server never rejected it, but requests that contain it fail. */
export const NOT_THROUGH = "not_through";

/** Postpones an entry that does not get through while others do. This does not count as a rejection. */
export async function isolateEntry(db: LearnerDb, opId: OpId, retryAt: number): Promise<void> {
  await db.outbox
    .where("opId")
    .equals(opId)
    .modify((entry) => {
      entry.isolated = (entry.isolated ?? 0) + 1;
      entry.error = NOT_THROUGH;
      entry.nextAt = retryAt;
    });
}

/**
 * Makes every parked entry pending again: after an update of the app, after a new enrolment or when the learner asks
 * for it.
 */
export async function retryParked(db: LearnerDb): Promise<number> {
  return db.outbox
    .filter((entry) => entry.state === "parked")
    .modify({ state: "pending", tries: 0, nextAt: 0 });
}

const DAY_MS = 24 * 60 * 60_000;

/**
 * Makes parked entries pending again if the reason for their rejection may have passed: missing access, if the learner
 * has it now, and the limit of another day, which on the server is a day in UTC. One more rejection parks them again.
 */
export async function retryPassed(db: LearnerDb, hasAccess: boolean, nowMs: number): Promise<number> {
  const dayOf = (ms: number) => Math.floor(ms / DAY_MS);
  return db.outbox
    .filter(({ state, error, nextAt }) => {
      if (state !== "parked") return false;
      // The time of the next attempt was set with the last rejection, which may have been on the day before.
      if (error === "too_many_today") return dayOf(nextAt - LONGEST_WAIT_MS) !== dayOf(nowMs);
      return error === "not_entitled" && hasAccess;
    })
    .modify({ state: "pending", nextAt: 0 });
}
