import { byRank, type NoteVersion } from "../domain/notes.ts";
import type { LearnerDb } from "./learnerDb.ts";
import { noteOp, outboxEntry } from "./ops.ts";
import type { OutboxEntry } from "./rows.ts";
import { laterThan, type Stamp } from "./stamp.ts";

export type NoteChange = Omit<NoteVersion, "opId" | "writtenAt">;

/**
 * Adds a version of a note and queues it, in one transaction (offline rule 3). What the newest version says already is
 * no change. The new version follows the newest one that is here, by time and by op id, whatever the clock says.
 * Rejects with whatever the database threw. `onQueueing` receives the entry while it is not durable yet.
 */
export function recordNote(
  db: LearnerDb,
  change: NoteChange,
  stamp: Stamp,
  onQueueing: (entries: readonly OutboxEntry[]) => void = () => undefined,
): Promise<OutboxEntry[]> {
  return db.transaction("rw", [db.notes, db.outbox], async () => {
    const [before] = (await db.notes.where("noteId").equals(change.noteId).toArray()).sort(byRank);
    if (before && saysTheSame(before, change)) return [];
    const writtenAt = before ? laterThan(before.writtenAt, stamp.at) : stamp.at;
    const note = { ...change, writtenAt, opId: stamp.opId(before?.opId) };
    const entry = outboxEntry(noteOp(note), stamp, note.opId);
    onQueueing([entry]);
    await Promise.all([db.notes.add(note), db.outbox.add(entry)]);
    return [entry];
  });
}

function saysTheSame(a: NoteChange, b: NoteChange): boolean {
  const words = ({ deleted, body, colour, anchor }: NoteChange) =>
    JSON.stringify([deleted, body, colour, anchor]);
  return words(a) === words(b);
}
