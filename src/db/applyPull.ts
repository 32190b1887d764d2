import type { Table } from "dexie";
import { earnedAchievements } from "../domain/achievements.ts";
import type { AttemptId, OpId } from "../domain/ids.ts";
import type { NoteVersion } from "../domain/notes.ts";
import { joinProgress, notBeforeStart, type Progress } from "../domain/progress.ts";
import type { AchievementRow, AttemptRow, NoteRow, ProgressRow, WorkbookRow } from "../domain/protocol.ts";
import type { WorkbookField } from "../domain/workbook.ts";
import { joinPulled } from "./joinEntry.ts";
import type { LearnerDb } from "./learnerDb.ts";
import { readMeta, readPosition, writeMeta } from "./meta.ts";
import { achievementOp, attemptOp, noteOp, outboxEntry, progressOp, workbookOp } from "./ops.ts";
import type { NewOp, OutboxEntry, PullPosition } from "./rows.ts";
import type { Stamp } from "./stamp.ts";

/** Rows that have been parsed one by one; `aside` holds those this version cannot read. */
export type PulledRows = {
  progress: ProgressRow[];
  attempts: AttemptRow[];
  achievements: AchievementRow[];
  fields: WorkbookRow[];
  notes: NoteRow[];
  aside: { table: string; row: unknown }[];
};

export type PulledPage = {
  sentFrom: PullPosition;
  epoch: string;
  cursor: number;
  hasMore: boolean;
  rows: PulledRows;
};

/**
 * Joins one page of the server's changes and moves the position, in one transaction (offline rules 8 and 16).
 *
 * 1. Rows are joined whatever else is true: a join can only add what the server has.
 * 2. The position moves only within the epoch it was sent from, and never back (I9). Another runner may have been
 *    faster.
 * 3. A new epoch means that the server may have forgotten what it once confirmed: the position starts again at 0
 *    and the whole local state is queued once more, once per epoch.
 * 4. Achievements that only the joined progress of several devices has earned are awarded here.
 * 5. The last page is noted: from now on this device knows the learner's progress.
 *
 * Returns the entries it queued.
 */
export async function applyPull(db: LearnerDb, page: PulledPage, stamp: Stamp): Promise<OutboxEntry[]> {
  return db.transaction("rw", [...joinedTables(db), db.outbox, db.aside], async () => {
    await joinRows(db, page.rows);

    const entries: OutboxEntry[] = [];
    const stored = await readPosition(db);
    if (stored.epoch === null || stored.epoch === page.epoch) {
      if (page.sentFrom.epoch === stored.epoch) {
        const cursor = Math.max(stored.cursor, page.cursor);
        await writeMeta(db, "position", { epoch: page.epoch, cursor });
      }
    } else if (page.sentFrom.epoch === stored.epoch) {
      await writeMeta(db, "position", { epoch: page.epoch, cursor: 0 });
      entries.push(...(await wholeLocalState(db, stamp)));
    }
    entries.push(...(await award(db)).map((op) => outboxEntry(op, stamp)));
    await db.outbox.bulkAdd(entries);
    if (!page.hasMore && !(await readMeta(db, "pulled"))) await writeMeta(db, "pulled", true);
    return entries;
  });
}

/** The tables that rows of the server are joined into, and what the join needs to know. */
export function joinedTables(db: LearnerDb): Table[] {
  return [db.progress, db.attempts, db.achievements, db.workbook, db.notes, db.meta];
}

/** Joins rows into the tables of the running transaction: `joinedTables` and `aside`. */
export async function joinRows(db: LearnerDb, rows: PulledRows): Promise<void> {
  const incoming = rows.progress.map(fromRow);
  const fields = rows.fields.map(fieldFromRow);
  const [start, known, knownFields] = await Promise.all([
    readMeta(db, "studyStart"),
    db.progress.bulkGet(incoming.map((each) => each.lessonId)),
    db.workbook.bulkGet(fields.map((each) => each.fieldId)),
  ]);
  await Promise.all([
    db.progress.bulkPut(
      incoming.map((each, index) => {
        const mine = known[index];
        const joined = mine ? joinProgress(mine, each) : each;
        return start ? notBeforeStart(joined, start) : joined;
      }),
    ),
    db.attempts.bulkPut(rows.attempts.map(attemptFromRow)),
    db.achievements.bulkPut(rows.achievements.map((row) => ({ type: row.achievement_type }))),
    db.workbook.bulkPut(fields.map((each, index) => joinPulled(knownFields[index], each))),
    // A version that is here already comes back with the time that the server ranks it by.
    db.notes.bulkPut(rows.notes.map(noteFromRow)),
    db.aside.bulkAdd(rows.aside),
  ]);
}

async function wholeLocalState(db: LearnerDb, stamp: Stamp): Promise<OutboxEntry[]> {
  const [progress, attempts, achievements, fields, notes, queue] = await Promise.all([
    db.progress.toArray(),
    db.attempts.toArray(),
    db.achievements.toArray(),
    db.workbook.toArray(),
    db.notes.toArray(),
    db.outbox.toArray(),
  ]);
  const whole = [
    ...progress.filter((each) => each.completed).map(progressOp),
    ...attempts.map(attemptOp),
    ...achievements.map((each) => achievementOp(each.type)),
  ];
  // What waits to be sent anyway is not queued twice, however often the epoch changes.
  const waiting = new Set(queue.map(fingerprint));
  const waitingIds = new Set(queue.map((each) => each.opId));
  return [
    ...whole.filter((op) => !waiting.has(fingerprint(op))).map((op) => outboxEntry(op, stamp)),
    // A write keeps its op id, whichever device offers it: it must not rank as a new one.
    ...fields
      .flatMap(({ rival, ...field }) => (rival ? [field, rival] : [field]))
      .filter((field) => !waitingIds.has(field.opId))
      .map((field) => outboxEntry(workbookOp(field), stamp, field.opId)),
    ...notes
      .filter((note) => !waitingIds.has(note.opId))
      .map((note) => outboxEntry(noteOp(note), stamp, note.opId)),
  ];
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

function fieldFromRow(row: WorkbookRow): WorkbookField {
  return {
    fieldId: row.field_id,
    value: row.value,
    writtenAt: instant(row.written_at),
    opId: row.op_id as OpId, // the schema has checked that it is a UUID
  };
}

function noteFromRow(row: NoteRow): NoteVersion {
  return {
    opId: row.op_id as OpId, // the schema has checked that it is a UUID
    noteId: row.note_id,
    lessonId: row.lesson_id,
    lessonVersion: row.lesson_version,
    anchor: row.anchor,
    colour: row.colour,
    body: row.body,
    deleted: row.deleted,
    writtenAt: instant(row.written_at),
  };
}

/** One spelling for one moment, so that times compare as text. */
function instant(iso: string): string {
  return new Date(iso).toISOString();
}
