import { earnedAchievements } from "../domain/achievements.ts";
import type { AttemptId } from "../domain/ids.ts";
import { joinProgress, type Progress } from "../domain/progress.ts";
import type { AchievementRow, AttemptRow, ProgressRow } from "../domain/protocol.ts";
import type { LearnerDb } from "./learnerDb.ts";
import { readPosition, writeMeta } from "./meta.ts";
import { achievementOp, attemptOp, outboxEntry, progressOp } from "./ops.ts";
import type { NewOp, OutboxEntry, PullPosition } from "./rows.ts";
import type { Stamp } from "./stamp.ts";

/** Rows that have been parsed one by one; `aside` holds those this version cannot read. */
export type PulledRows = {
  progress: ProgressRow[];
  attempts: AttemptRow[];
  achievements: AchievementRow[];
  aside: { table: string; row: unknown }[];
};

export type PulledPage = { sentFrom: PullPosition; epoch: string; cursor: number; rows: PulledRows };

/**
 * Joins one page of the server's changes and moves the position, in one transaction (offline rules 8 and 16).
 *
 * 1. Rows are joined whatever else is true: a join can only add what the server has.
 * 2. The position moves only within the epoch it was sent from, and never back (I9). Another runner may have been
 *    faster.
 * 3. A new epoch means that the server may have forgotten what it once confirmed: the position starts again at 0
 *    and the whole local state is queued once more, once per epoch.
 * 4. Achievements that only the joined progress of several devices has earned are awarded here.
 *
 * Returns the entries it queued.
 */
export async function applyPull(db: LearnerDb, page: PulledPage, stamp: Stamp): Promise<OutboxEntry[]> {
  const tables = [db.progress, db.attempts, db.achievements, db.outbox, db.meta, db.aside];
  return db.transaction("rw", tables, async () => {
    await joinRows(db, page.rows);

    const ops: NewOp[] = [];
    const stored = await readPosition(db);
    if (stored.epoch === null || stored.epoch === page.epoch) {
      if (page.sentFrom.epoch === stored.epoch) {
        const cursor = Math.max(stored.cursor, page.cursor);
        await writeMeta(db, "position", { epoch: page.epoch, cursor });
      }
    } else if (page.sentFrom.epoch === stored.epoch) {
      await writeMeta(db, "position", { epoch: page.epoch, cursor: 0 });
      ops.push(...(await wholeLocalState(db)));
    }
    ops.push(...(await award(db)));

    const entries = ops.map((op) => outboxEntry(op, stamp));
    await db.outbox.bulkAdd(entries);
    return entries;
  });
}

/** Joins rows into the tables of the running transaction (progress, attempts, achievements, aside). */
export async function joinRows(db: LearnerDb, rows: PulledRows): Promise<void> {
  const incoming = rows.progress.map(fromRow);
  const known = await db.progress.bulkGet(incoming.map((each) => each.lessonId));
  await Promise.all([
    db.progress.bulkPut(
      incoming.map((each, index) => {
        const mine = known[index];
        return mine ? joinProgress(mine, each) : each;
      }),
    ),
    db.attempts.bulkPut(rows.attempts.map(attemptFromRow)),
    db.achievements.bulkPut(rows.achievements.map((row) => ({ type: row.achievement_type }))),
    db.aside.bulkAdd(rows.aside),
  ]);
}

async function wholeLocalState(db: LearnerDb): Promise<NewOp[]> {
  const [progress, attempts, achievements] = await Promise.all([
    db.progress.toArray(),
    db.attempts.toArray(),
    db.achievements.toArray(),
  ]);
  const whole = [
    ...progress.filter((each) => each.completed).map(progressOp),
    ...attempts.map(attemptOp),
    ...achievements.map((each) => achievementOp(each.type)),
  ];
  // What waits to be sent anyway is not queued twice, however often the epoch changes.
  const waiting = new Set((await db.outbox.toArray()).map(fingerprint));
  return whole.filter((op) => !waiting.has(fingerprint(op)));
}

function fingerprint(op: NewOp): string {
  return `${op.key} ${JSON.stringify(op.payload)}`;
}

async function award(db: LearnerDb): Promise<NewOp[]> {
  const [progress, held] = await Promise.all([
    db.progress.toArray(),
    db.achievements.toCollection().primaryKeys(),
  ]);
  const completed = progress.filter((each) => each.completed).length;
  const missing = earnedAchievements(completed).filter((type) => !held.includes(type));
  await db.achievements.bulkPut(missing.map((type) => ({ type })));
  return missing.map(achievementOp);
}

function fromRow(row: ProgressRow): Progress {
  return {
    lessonId: row.lesson_id,
    moduleId: row.module_id,
    completed: row.completed,
    completedAt: row.completed_at && instant(row.completed_at),
    quizScore: row.quiz_score,
  };
}

function attemptFromRow(row: AttemptRow) {
  return {
    id: row.id as AttemptId, // the schema has checked that it is a UUID
    lessonId: row.lesson_id,
    lessonVersion: row.lesson_version,
    answers: row.answers,
    score: row.score,
    passed: row.passed,
    takenAt: instant(row.taken_at),
    receivedAt: instant(row.received_at),
  };
}

/** One spelling for one moment, so that times compare as text. */
function instant(iso: string): string {
  return new Date(iso).toISOString();
}
