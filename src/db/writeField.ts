import { fieldText, lessonOfField, type WorkbookField } from "../domain/workbook.ts";
import { activeState, requireLearnerDb } from "./active.ts";
import { durably } from "./durably.ts";
import { mirrorEntries, unmirrorEntries } from "./mirror.ts";
import { outboxEntry, workbookOp } from "./ops.ts";
import { recordField } from "./recordField.ts";
import { signalStore } from "./signals.ts";
import { newStamp, type Stamp } from "./stamp.ts";

/**
 * Keeps what was typed into a field of the workbook: its first 4,000 characters. An empty text empties the field.
 * Resolves and rejects as the writes of write.ts do. It stands apart from them because a lesson is read before
 * anything is typed. May be called as often as people type: only the last text waits to be sent.
 */
export async function writeWorkbookField(fieldId: string, value: string): Promise<void> {
  const stamp = newStamp();
  const change = { fieldId, value: fieldText(value) };
  const forgetCopy = copyAhead(change, stamp);
  const { db, identity } = await requireLearnerDb();
  const { entries, superseded } = await durably(db, lessonOfField(fieldId), () =>
    recordField(db, change, stamp),
  );
  mirrorEntries(identity.userId, entries);
  unmirrorEntries(identity.userId, superseded);
  forgetCopy();
  if (entries.length > 0) signalStore("written");
}

/**
 * A page that is closed or loaded again does not wait for its database, so a copy goes where writing takes no waiting
 * first. At the next start it is joined like any mirrored entry; a later write of the field has a later time and wins.
 * Returns what removes it.
 */
function copyAhead(change: Pick<WorkbookField, "fieldId" | "value">, stamp: Stamp): () => void {
  // Not the hint in localStorage: another tab may have changed the account, and a killed browser may have lost it.
  const active = activeState();
  if (active.status !== "signedIn") return () => undefined;
  const { userId } = active.identity;
  const field = { ...change, writtenAt: stamp.at, opId: stamp.opId() };
  mirrorEntries(userId, [outboxEntry(workbookOp(field), stamp, field.opId)]);
  return () => unmirrorEntries(userId, [field.opId]);
}
