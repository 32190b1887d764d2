import { kindOf } from "../../entities/registry.ts";
import { isSame, type Mark, type Row, type SentRow, sentForm } from "../../entities/row.ts";
import { msOf } from "../../entities/stamp.ts";
import type { LearnerDb } from "../store/learnerDb.ts";

/** The rows that have a mark are the queue. */

/**
 * No row waits longer than this. A later `nextAt` must have been set while the device's clock was wrong, so the row is
 * due.
 */
const LONGEST_WAIT_MS = 10 * 60_000;
/** The bytes that a row's kind, key and stamp add to its content in a push. */
const ENVELOPE_BYTES = 130;
/** The number of definite refusals after which a row is parked: it stays visible and waits. */
const MAX_REFUSALS = 5;
/** The error code of an isolated row: the server never refused it, but requests that contain it fail. */
export const NOT_THROUGH = "not_through";

/** A write ends the row's waits and its refusals, but a known culprit still goes alone. */
export function newMark(nowMs: number, before?: Mark, isHeld = false): Mark {
  return {
    since: before?.since ?? nowMs,
    tries: 0,
    nextAt: 0,
    error: null,
    ...(before?.isolated !== undefined && { isolated: before.isolated }),
    // What was to be sent still is.
    ...(isHeld && (before === undefined || before.isHeld) && { isHeld: true }),
  };
}

const encoder = new TextEncoder();

/** The approximate size of this row in a push. */
export function wireBytes({ content }: SentRow): number {
  return ENVELOPE_BYTES + encoder.encode(JSON.stringify(content)).length;
}

export type UnsentRow = Row & { unsent: Mark };

/** The unsent rows in the order in which they were first written: all, or the first ones. */
function unsentRows(db: LearnerDb, most?: number): Promise<UnsentRow[]> {
  // The index contains only rows that have a mark.
  const rows = db.rows.orderBy("unsent.since");
  const found = most === undefined ? rows.toArray() : rows.limit(most).toArray();
  return found as PromiseLike<Row[]> as Promise<UnsentRow[]>;
}

/** The unsent rows that a learner would miss. */
export async function unsentWork(db: LearnerDb): Promise<UnsentRow[]> {
  return (await unsentRows(db)).filter(({ kind }) => kindOf(kind)?.isWork);
}

const isWaiting = ({ unsent, kind }: UnsentRow) =>
  !unsent.isParked && !unsent.isHeld && kindOf(kind) !== undefined;

function isDue({ unsent }: UnsentRow, nowMs: number): boolean {
  return unsent.nextAt <= nowMs || unsent.nextAt > nowMs + LONGEST_WAIT_MS;
}

/**
 * Up to `limit` rows that may be sent at `nowMs`, in the order they were first written: as many as fit in `maxBytes`, but at
 * least one, and none with a stamp above `limitMs`. Isolated rows are sent last, one at a time.
 */
export async function dueRows(
  db: LearnerDb,
  nowMs: number,
  limit: number,
  { maxBytes = Number.POSITIVE_INFINITY, limitMs = Number.POSITIVE_INFINITY } = {},
): Promise<UnsentRow[]> {
  const mayGo = ({ stamp }: Row) => stamp === undefined || msOf(stamp) <= limitMs;
  const isNext = (row: UnsentRow) => isWaiting(row) && isDue(row, nowMs) && mayGo(row);
  const isTogether = ({ unsent }: UnsentRow) => unsent.isolated === undefined;
  // The first ones usually suffice, and a learner may have been offline for long.
  let due = (await unsentRows(db, 2 * limit)).filter(isNext);
  if (due.filter(isTogether).length < limit) due = (await unsentRows(db)).filter(isNext);
  const together = due.filter(isTogether).slice(0, limit);
  if (together.length === 0) return due.slice(0, 1);
  let bytes = 0;
  const end = together.findIndex((row, index) => {
    bytes += wireBytes(row);
    return index > 0 && bytes > maxBytes;
  });
  return end === -1 ? together : together.slice(0, end);
}

/** How much of the learner's work the server has not confirmed: `refused` is parked, `unsent` is everything else. */
export async function countUnsent(db: LearnerDb): Promise<{ unsent: number; refused: number }> {
  const rows = await unsentWork(db);
  const refused = rows.filter(({ unsent }) => unsent.isParked).length;
  return { unsent: rows.length - refused, refused };
}

/** Milliseconds until the first row is due: 0 if one is due now, null if nothing waits. */
export async function msUntilDue(db: LearnerDb, nowMs: number): Promise<number | null> {
  const waiting = (await unsentRows(db)).filter(isWaiting);
  const waits = waiting.map((row) => (isDue(row, nowMs) ? 0 : row.unsent.nextAt - nowMs));
  return waits.length > 0 ? Math.min(...waits) : null;
}

/** Changes the marks of all rows for which `change` returns one. Returns how many there were. */
async function changeMarks(db: LearnerDb, change: (mark: Mark) => Mark | null): Promise<number> {
  return db.transaction("rw", db.rows, async () => {
    const changed = (await unsentRows(db)).flatMap((row) => {
      const unsent = change(row.unsent);
      return unsent ? [{ ...row, unsent }] : [];
    });
    await db.rows.bulkPut(changed);
    return changed.length;
  });
}

/** Makes waiting rows due immediately: all of them, or only the isolated ones. */
export async function endWaits(db: LearnerDb, which: "all" | "isolated"): Promise<void> {
  await changeMarks(db, (mark) =>
    !mark.isParked && mark.nextAt > 0 && (which === "all" || mark.isolated !== undefined)
      ? { ...mark, nextAt: 0 }
      : null,
  );
}

/**
 * Makes every parked row pending again: after an update of the app, after a new enrolment or when the learner asks for it.
 */
export function retryParked(db: LearnerDb): Promise<number> {
  return changeMarks(db, (mark) =>
    mark.isParked ? { ...mark, isParked: false, tries: 0, nextAt: 0 } : null,
  );
}

const DAY_MS = 24 * 60 * 60_000;

/**
 * Makes parked rows pending again if the reason for their refusal may have passed: missing access, if the learner has it
 * now, and the limit of another day, which on the server is a day in UTC. One more refusal parks them again.
 */
export function retryPassed(db: LearnerDb, hasAccess: boolean, nowMs: number): Promise<number> {
  const dayOf = (ms: number) => Math.floor(ms / DAY_MS);
  return changeMarks(db, (mark) => {
    // The time of the next attempt was set with the last refusal, which may have been on the day before.
    const hasPassed =
      mark.error === "too_many_today"
        ? dayOf(mark.nextAt - LONGEST_WAIT_MS) !== dayOf(nowMs)
        : mark.error === "not_entitled" && hasAccess;
    return mark.isParked && hasPassed ? { ...mark, isParked: false, nextAt: 0 } : null;
  });
}

/** True if the row is still the one that was sent. */
function isStill(row: Row | undefined, sent: SentRow): row is UnsentRow {
  const kind = kindOf(sent.kind);
  return row?.unsent !== undefined && kind !== undefined && isSame(kind, sentForm(kind, row), sent);
}

async function changeMark(db: LearnerDb, sent: SentRow, change: (mark: Mark) => Mark): Promise<void> {
  await db.transaction("rw", db.rows, async () => {
    const row = await db.rows.get([sent.kind, sent.key]);
    if (isStill(row, sent)) await db.rows.put({ ...row, unsent: change(row.unsent) });
  });
}

/** Postpones a row that failed alone while an empty push got through. This does not count as a refusal. */
export function isolateRow(db: LearnerDb, sent: SentRow, retryAt: number): Promise<void> {
  return changeMark(db, sent, (mark) => ({
    ...mark,
    isolated: (mark.isolated ?? 0) + 1,
    error: NOT_THROUGH,
    nextAt: retryAt,
  }));
}

/** Postpones a row without a reason that counts. */
export function postponeRow(db: LearnerDb, sent: SentRow, retryAt: number): Promise<void> {
  return changeMark(db, sent, (mark) => ({ ...mark, nextAt: retryAt }));
}

/** Counts a definite refusal of exactly this content (offline rule 12). */
export function refuseRow(db: LearnerDb, sent: SentRow, code: string, retryAt: number): Promise<void> {
  return changeMark(db, sent, (mark) => {
    const tries = mark.tries + 1;
    return { ...mark, tries, error: code, nextAt: retryAt, isParked: tries >= MAX_REFUSALS };
  });
}
