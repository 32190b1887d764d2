import { fieldText, lessonOfField } from "../domain/workbook.ts";
import { requireLearnerDb } from "./active.ts";
import { durably } from "./durably.ts";
import { mirrorEntries, unmirrorEntries } from "./mirror.ts";
import { recordField } from "./recordField.ts";
import { signalStore } from "./signals.ts";
import { newStamp } from "./stamp.ts";

/**
 * Keeps what was typed into a field of the workbook: its first 4,000 characters. An empty text empties the field.
 * Resolves and rejects as the writes of write.ts do. It stands apart from them because a lesson is read before
 * anything is typed. May be called as often as people type: only the last text waits to be sent.
 */
export async function writeWorkbookField(fieldId: string, value: string): Promise<void> {
  const stamp = newStamp();
  const { db, identity } = await requireLearnerDb();
  const change = { fieldId, value: fieldText(value) };
  const { entries, superseded } = await durably(db, lessonOfField(fieldId), () =>
    recordField(db, change, stamp),
  );
  mirrorEntries(identity.userId, entries);
  unmirrorEntries(identity.userId, superseded);
  if (entries.length > 0) signalStore("written");
}
