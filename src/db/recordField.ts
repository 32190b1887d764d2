import type { OpId } from "../domain/ids.ts";
import type { WorkbookField } from "../domain/workbook.ts";
import type { LearnerDb } from "./learnerDb.ts";
import { outboxEntry, workbookOp } from "./ops.ts";
import type { OutboxEntry } from "./rows.ts";
import { laterThan, type Stamp } from "./stamp.ts";

/** `entries` are durable when this is returned; `superseded` have left the queue for them. */
export type RecordedField = { entries: OutboxEntry[]; superseded: OpId[] };

/**
 * Writes one field of the workbook and queues it, in one transaction (offline rule 3). The same text again is no
 * write. Rejects with whatever the database threw.
 *
 * 1. A write follows the one that it was typed over, by time and by op id, whatever the clock says.
 * 2. The write that it was typed over leaves the queue if it was never sent, or was refused: typing must not fill the
 *    queue. One that may be on its way stays until the server has confirmed it. Were it gone from here and came late,
 *    the server might take it for the later one, because it cuts the times of a clock that runs ahead to the moment
 *    of arrival.
 */
export function recordField(
  db: LearnerDb,
  { fieldId, value }: Pick<WorkbookField, "fieldId" | "value">,
  stamp: Stamp,
): Promise<RecordedField> {
  return db.transaction("rw", [db.workbook, db.outbox], async () => {
    const before = await db.workbook.get(fieldId);
    if (value === (before?.value ?? "")) return { entries: [], superseded: [] };
    const writtenAt = before ? laterThan(before.writtenAt, stamp.at) : stamp.at;
    const field = { fieldId, value, writtenAt, opId: stamp.opId(before?.opId) };
    const rival = before?.rival;
    const entry = outboxEntry(workbookOp(field), stamp, field.opId);
    const [waited] = await Promise.all([
      before ? unsent(db, before.opId).delete() : 0,
      db.workbook.put(rival ? { ...field, rival } : field),
      db.outbox.add(entry),
    ]);
    return { entries: [entry], superseded: before && waited > 0 ? [before.opId] : [] };
  });
}

function unsent(db: LearnerDb, opId: OpId) {
  return db.outbox
    .where("opId")
    .equals(opId)
    .and((entry) => !entry.sent);
}
