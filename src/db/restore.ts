import type { UserId } from "../domain/ids.ts";
import { joinProgress, type Progress } from "../domain/progress.ts";
import { joinField, type WorkbookField } from "../domain/workbook.ts";
import type { LearnerDb } from "./learnerDb.ts";
import { mirroredEntries } from "./mirror.ts";
import type { OutboxEntry } from "./rows.ts";

/**
 * Adds every mirrored entry that the queue no longer holds, and joins what it says into the local state (offline
 * rule 4). One that was confirmed after all is only sent twice, which the server's ledger makes harmless.
 * Returns how many were brought back.
 */
export async function restoreFromMirror(db: LearnerDb, userId: UserId): Promise<number> {
  const mirrored = mirroredEntries(userId);
  if (mirrored.length === 0) return 0;
  return db.transaction("rw", [db.outbox, db.progress, db.achievements, db.workbook, db.notes], async () => {
    const held = new Set(await db.outbox.orderBy("opId").keys());
    const missing = mirrored.filter((entry) => !held.has(entry.opId));
    for (const entry of missing) {
      const { seq: _lost, ...unnumbered } = entry;
      await db.outbox.add({ ...unnumbered, state: "pending", tries: 0, nextAt: 0, error: null, sent: true });
      await joinEffect(db, entry);
    }
    return missing.length;
  });
}

async function joinEffect(db: LearnerDb, op: OutboxEntry): Promise<void> {
  switch (op.type) {
    case "progress": {
      const progress: Progress = {
        lessonId: op.payload.lesson_id,
        moduleId: op.payload.module_id,
        completed: true,
        completedAt: op.payload.completed_at,
        quizScore: null,
      };
      const known = await db.progress.get(progress.lessonId);
      await db.progress.put(known ? joinProgress(known, progress) : progress);
      return;
    }
    case "achievement":
      await db.achievements.put({ type: op.payload.achievement_type });
      return;
    case "workbook": {
      const { field_id: fieldId, value, written_at: writtenAt } = op.payload;
      const field: WorkbookField = { fieldId, value, writtenAt, opId: op.opId };
      const known = await db.workbook.get(fieldId);
      if (known?.opId !== op.opId) await db.workbook.put(known ? joinField(known, field) : field);
      return;
    }
    case "note": {
      const { note_id: noteId, lesson_id: lessonId, lesson_version: lessonVersion } = op.payload;
      const { anchor, colour, body, deleted, written_at: writtenAt } = op.payload;
      const note = {
        noteId,
        lessonId,
        lessonVersion,
        anchor,
        colour,
        body,
        deleted,
        writtenAt,
        opId: op.opId,
      };
      if (!(await db.notes.get(op.opId))) await db.notes.add(note);
      return;
    }
    case "attempt":
      // Its score cannot be told from the answers alone; the server grades it and the next pull brings it.
      return;
    default:
      op satisfies never;
  }
}
