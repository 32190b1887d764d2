import type { UserId } from "../../domain/ids.ts";
import { achievement, earnedAchievements } from "../../entities/achievement/achievement.ts";
import type { PullReply, PushReply, ServerRow } from "../../entities/messages.ts";
import { progress } from "../../entities/progress/progress.ts";
import { KINDS, kindOf } from "../../entities/registry.ts";
import {
  type AnyKind,
  addsNothing,
  isEqual,
  isReadable,
  joinRows,
  type Row,
  type SentRow,
  type StudyStart,
} from "../../entities/row.ts";
import { msOf, setBackStamp } from "../../entities/stamp.ts";
import type { LearnerDb } from "../store/learnerDb.ts";
import { readMeta, readPosition, writeMeta } from "../store/meta.ts";
import type { PullPosition } from "../store/rows.ts";
import { serverNow } from "../store/serverClock.ts";
import { rowStore } from "./commit.ts";
import { mirrorRow, unmirrorRow } from "./mirror.ts";
import { newMark } from "./queue.ts";
import { lowerStamp, readRows } from "./readRows.ts";

/** What was asked: the position from which the device asked, and the rows of a push. */
export type Asked = { position: PullPosition; rows: readonly SentRow[] };

/** A reply, with the rows of a page or the answers of a push. */
export type Reply = Omit<PullReply, "cursor" | "has_more"> &
  Partial<PullReply> &
  Partial<Pick<PushReply, "answers">>;

/**
 * Stores a reply. Only this and `rejoinAside` join the server's rows into the device's, and only this ends marks (decision
 * 0082). All in one transaction:
 *
 * 1. If the reply's time counts and less than a minute has passed since the request (`isPrompt`), unsent stamps above the
 *    server's limit come down to it, in their order. That is checked here, because the page may have been suspended since
 *    the reply came.
 * 2. The rows are joined. A row that this version cannot read is put aside.
 * 3. The position moves within the epoch for which the reply was requested, and never back (I9). A new epoch means that
 *    the server may have lost rows: the position restarts at 0 and every row is unsent.
 * 4. A mark ends when the server has everything that the device's row has, in this epoch (I3, I5).
 * 5. After the last page of a pull, achievements that only several devices earn together are awarded.
 *
 * Resolves to false, and stores nothing, if the reply was requested in an earlier epoch.
 */
export async function receive(
  db: LearnerDb,
  userId: UserId,
  reply: Reply,
  asked: Asked,
  isPrompt: () => boolean,
): Promise<boolean> {
  const lowered: Row[] = [];
  const isCurrent = await db.transaction("rw", [db.rows, db.meta, db.aside], async () => {
    const stored = await readPosition(db);
    // From before a new epoch, or from before this page lost its database.
    if (stored.epoch !== asked.position.epoch) return false;
    if (isPrompt()) lowered.push(...(await setBackStamps(db, userId, reply.limit)));
    const isNewEpoch = stored.epoch !== null && stored.epoch !== reply.epoch;
    const start = { registeredAt: reply.registered_at, enrolledAt: reply.enrolled_at };
    await noteStudyStart(db, start);
    await joinServerRows(db, userId, reply.rows, start, !isNewEpoch);
    if (isNewEpoch) {
      await writeMeta(db, "position", { epoch: reply.epoch, cursor: 0, seen: 0 });
      await markEverything(db, userId, reply.time);
      return true;
    }
    // A page counts only if it was asked from a position that is not above the stored one.
    const moves = reply.cursor !== undefined && asked.position.cursor <= stored.cursor;
    const cursor = moves ? Math.max(stored.cursor, reply.cursor ?? 0) : stored.cursor;
    // A device that is full can still send its work: nothing is written without need.
    const seen = Math.max(stored.seen, reply.rev);
    if (stored.epoch === null || cursor !== stored.cursor || seen !== stored.seen)
      await writeMeta(db, "position", { epoch: reply.epoch, cursor, seen });
    const accepted = asked.rows.filter((_, index) => reply.answers?.[index]?.code === null);
    await confirm(db, userId, accepted, reply.rows, start);
    // A push, or a page that is not the last.
    if (reply.has_more !== false) return true;
    if (!(await readMeta(db, "pulled"))) await writeMeta(db, "pulled", true);
    await awardEarned(db, userId, reply.time);
    return true;
  });
  // Not before the transaction is complete, which may fail.
  for (const row of lowered) lowerStamp(row);
  return isCurrent;
}

/** Reads the rows again that an older version of the app could not read. Those that are still unreadable stay aside. */
export async function rejoinAside(db: LearnerDb, userId: UserId): Promise<void> {
  await db.transaction("rw", [db.rows, db.meta, db.aside], async () => {
    const readable = (await db.aside.toArray()).filter((row) => isReadable(kindOf(row.kind), row));
    if (readable.length === 0) return;
    await db.aside.bulkDelete(readable.map(idOf));
    await joinServerRows(db, userId, readable, await readMeta(db, "studyStart"), false);
    // Rows with revision 0 came before a new epoch, so the server may have lost them.
    const lost = readable.filter(({ rev }) => rev === 0).map(idOf);
    const rows = (await db.rows.bulkGet(lost)).filter((row) => row !== undefined);
    await markRows(db, userId, rows, serverNow());
  });
}

const idOf = ({ kind, key }: Pick<Row, "kind" | "key">): [string, string] => [kind, key];

/** How many stamps this page has set back: a later one must not sort before an earlier one at the same limit. */
let setBacks = 0;

async function setBackStamps(db: LearnerDb, userId: UserId, limitMs: number): Promise<Row[]> {
  const ahead = (await db.rows.orderBy("unsent.since").toArray())
    // This version does not send kinds that it does not know.
    .filter(({ kind, stamp }) => kindOf(kind) && stamp !== undefined && msOf(stamp) > limitMs)
    .sort((a, b) => ((a.stamp ?? "") < (b.stamp ?? "") ? -1 : 1));
  const lowered: Row[] = [];
  for (const row of ahead) {
    const lower = { ...row, stamp: setBackStamp(limitMs, setBacks) };
    setBacks += 1;
    await db.rows.put(lower);
    unmirrorRow(userId, row);
    mirrorRow(userId, lower);
    lowered.push(lower);
  }
  return lowered;
}

async function noteStudyStart(db: LearnerDb, start: StudyStart): Promise<void> {
  if (isEqual(await readMeta(db, "studyStart"), start)) return;
  await writeMeta(db, "studyStart", start);
  for (const kind of KINDS) {
    const { dated } = kind;
    if (!dated) continue;
    for (const row of await db.rows.where({ kind: kind.kind }).toArray()) {
      const content = dated(row.content, start);
      if (!isEqual(content, row.content)) await db.rows.put({ ...row, content });
    }
  }
}

async function joinServerRows(
  db: LearnerDb,
  userId: UserId,
  rows: readonly ServerRow[],
  start: StudyStart | null,
  confirms: boolean,
): Promise<void> {
  const mine = await db.rows.bulkGet(rows.map(idOf));
  const [readable, confirmed, unreadable]: [Row[], Row[], ServerRow[]] = [[], [], []];
  for (const [index, theirs] of rows.entries()) {
    const kind = kindOf(theirs.kind);
    if (!isReadable(kind, theirs)) {
      unreadable.push(theirs);
      continue;
    }
    const known = mine[index];
    const joined = known ? joinCopies(kind, known, theirs, start) : theirs;
    const row: Row = { ...joined, rev: Math.max(known?.rev ?? 0, theirs.rev) };
    if (known?.unsent && !(confirms && addsNothing(kind, joined, theirs))) row.unsent = known.unsent;
    readable.push(row);
    if (known?.unsent && !row.unsent) confirmed.push(row);
  }
  await db.aside.bulkPut(unreadable);
  await db.rows.bulkPut(readable);
  for (const row of confirmed) unmirrorRow(userId, row);
}

function joinCopies(
  kind: AnyKind,
  mine: Row,
  theirs: SentRow & { rev: number },
  start: StudyStart | null,
): SentRow {
  const joined = joinRows(kind, mine, theirs, mine.rev > theirs.rev ? "mine" : "theirs");
  return start && kind.dated ? { ...joined, content: kind.dated(joined.content, start) } : joined;
}

/** Ends the marks of rows that the server has, unless a row has something more since. */
async function confirm(
  db: LearnerDb,
  userId: UserId,
  accepted: readonly SentRow[],
  back: readonly ServerRow[],
  start: StudyStart,
): Promise<void> {
  if (accepted.length === 0) return;
  const rows = await db.rows.bulkGet(accepted.map(idOf));
  const confirmed: Row[] = [];
  for (const [index, sent] of accepted.entries()) {
    const kind = kindOf(sent.kind);
    const row = rows[index];
    if (!kind || !row?.unsent) continue;
    const theirs = back.find((each) => each.kind === sent.kind && each.key === sent.key);
    // The server returned the row if it has another content, so otherwise it has what was sent.
    const joined = joinCopies(kind, row, theirs ?? { ...sent, rev: row.rev }, start);
    if (!addsNothing(kind, joined, theirs ?? sent)) continue;
    const { unsent: _, ...rest } = row;
    confirmed.push(rest);
  }
  await db.rows.bulkPut(confirmed);
  for (const row of confirmed) unmirrorRow(userId, row);
}

async function markEverything(db: LearnerDb, userId: UserId, nowMs: number): Promise<void> {
  await markRows(db, userId, await db.rows.toArray(), nowMs);
  await db.aside.toCollection().modify({ rev: 0 });
}

/**
 * Marks rows that the server may have lost, except those with nothing to send, which follow from other rows or come from the
 * server. Also rows that only a newer version of the app can send.
 */
async function markRows(db: LearnerDb, userId: UserId, lost: Row[], nowMs: number): Promise<void> {
  const rows: Row[] = lost.map((row) =>
    kindOf(row.kind)?.hasNothingToSend?.(row.content)
      ? { ...row, rev: 0 }
      : { ...row, rev: 0, unsent: newMark(nowMs, row.unsent) },
  );
  await db.rows.bulkPut(rows);
  for (const row of rows) if (row.unsent) mirrorRow(userId, row);
}

async function awardEarned(db: LearnerDb, userId: UserId, nowMs: number): Promise<void> {
  const completed = (await readRows(db, progress)).filter((each) => each.completed).length;
  const owned = new Set((await readRows(db, achievement)).map(({ type }) => type));
  const missing = earnedAchievements(completed).filter((type) => !owned.has(type));
  const rows = rowStore(db, () => nowMs);
  for (const type of missing) await rows.put(achievement, { type });
  await rows.flush();
  for (const row of rows.changed()) if (row.unsent) mirrorRow(userId, row);
}
