import { v7 } from "uuid";
import type { LessonId } from "../domain/ids.ts";
import { type NoteContent, type NoteVersion, noteText } from "../domain/notes.ts";
import { requireLearnerDb } from "./active.ts";
import { durably } from "./durably.ts";
import { mirrorAhead, mirrorEntries } from "./mirror.ts";
import { type NoteChange, recordNote } from "./recordNote.ts";
import type { OutboxEntry } from "./rows.ts";
import { signalStore } from "./signals.ts";
import { newStamp } from "./stamp.ts";

/** Which note, and the text that it was last written on. */
export type NoteSubject = Pick<NoteVersion, "noteId" | "lessonId" | "lessonVersion">;

/** A note that is not there yet; it is kept with its first `writeNote`. */
export function newNote(lessonId: LessonId, lessonVersion: number): NoteSubject {
  return { noteId: v7(), lessonId, lessonVersion };
}

/** Keeps a note as it is from now on. Resolves and rejects as the writes of write.ts do. */
export function writeNote(subject: NoteSubject, { anchor, colour, body }: NoteContent): Promise<void> {
  return write({ ...named(subject), anchor, colour, body: noteText(body), deleted: false });
}

/** Adds the version that says it is gone; the ones before it stay. */
export function deleteNote(subject: NoteSubject): Promise<void> {
  return write({ ...named(subject), anchor: null, colour: null, body: "", deleted: true });
}

const named = ({ noteId, lessonId, lessonVersion }: NoteSubject) => ({ noteId, lessonId, lessonVersion });

async function write(change: NoteChange): Promise<void> {
  const stamp = newStamp();
  const { db, identity } = await requireLearnerDb();
  const ahead = mirrorAhead(identity.userId);
  let entries: OutboxEntry[] = [];
  try {
    entries = await durably(db, change.lessonId, () => recordNote(db, change, stamp, ahead.copy));
    mirrorEntries(identity.userId, entries);
  } finally {
    ahead.settle(entries);
  }
  if (entries.length > 0) signalStore("written");
}
