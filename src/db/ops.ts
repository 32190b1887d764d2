import type { AchievementType } from "../domain/achievements.ts";
import { COURSE_ID } from "../domain/ids.ts";
import type { NoteVersion } from "../domain/notes.ts";
import type { Progress } from "../domain/progress.ts";
import type { WorkbookField } from "../domain/workbook.ts";
import type { AttemptEntry, NewOp, OutboxEntry } from "./rows.ts";
import type { Stamp } from "./stamp.ts";

/** The op that says a lesson is complete. Throws for one that is not. */
export function progressOp(progress: Progress): NewOp {
  if (!progress.completedAt) throw new Error("only a completed lesson has a completion to send");
  return {
    type: "progress",
    key: `progress:${progress.lessonId}`,
    payload: {
      course_id: COURSE_ID,
      module_id: progress.moduleId,
      lesson_id: progress.lessonId,
      completed_at: progress.completedAt,
    },
  };
}

export function attemptOp(attempt: AttemptEntry): NewOp {
  return {
    type: "attempt",
    key: `attempt:${attempt.id}`,
    payload: {
      id: attempt.id,
      course_id: COURSE_ID,
      lesson_id: attempt.lessonId,
      lesson_version: attempt.lessonVersion,
      answers: attempt.answers,
      taken_at: attempt.takenAt,
    },
  };
}

export function achievementOp(type: AchievementType): NewOp {
  return { type: "achievement", key: `achievement:${type}`, payload: { achievement_type: type } };
}

export function workbookOp(field: WorkbookField): NewOp {
  return {
    type: "workbook",
    key: `workbook:${field.fieldId}`,
    payload: {
      course_id: COURSE_ID,
      field_id: field.fieldId,
      value: field.value,
      written_at: field.writtenAt,
    },
  };
}

export function noteOp(note: NoteVersion): NewOp {
  return {
    type: "note",
    key: `note:${note.noteId}`,
    payload: {
      note_id: note.noteId,
      course_id: COURSE_ID,
      lesson_id: note.lessonId,
      lesson_version: note.lessonVersion,
      anchor: note.anchor,
      colour: note.colour,
      body: note.body,
      deleted: note.deleted,
      written_at: note.writtenAt,
    },
  };
}

/** A change with its place in the queue: pending, due at once. A write that has its op id already keeps it. */
export function outboxEntry(op: NewOp, stamp: Stamp, opId = stamp.opId()): OutboxEntry {
  return {
    ...op,
    opId,
    v: 1,
    clientAt: stamp.at,
    state: "pending",
    tries: 0,
    nextAt: 0,
    error: null,
  };
}
