import { useState } from "react";
import { deleteNote, type NoteSubject, writeNote } from "../../db/writeNote.ts";
import { lastContent, type Note, type NoteContent, type NoteVersion } from "../../domain/notes.ts";
import { keepNote } from "./keepNote.ts";

export type NoteActs = {
  /** Both resolve to whether the device stored the change. */
  save: (subject: NoteSubject, content: NoteContent) => Promise<boolean>;
  remove: (note: Note) => Promise<boolean>;
};

/** Saves and deletes notes, and undoes the last deletion made through this hook. */
export function useNoteActs(): {
  acts: NoteActs;
  deleted: NoteVersion | null;
  undo: () => Promise<void>;
  forgetDeleted: () => void;
} {
  const [deleted, setDeleted] = useState<NoteVersion | null>(null);
  const acts: NoteActs = {
    save: (subject, content) => keepNote(writeNote(subject, content)),
    async remove(note) {
      const isKept = await keepNote(deleteNote(note.current));
      if (isKept) setDeleted(lastContent(note));
      return isKept;
    },
  };
  return {
    acts,
    deleted,
    forgetDeleted: () => setDeleted(null),
    async undo() {
      if (deleted && (await acts.save(deleted, deleted))) setDeleted(null);
    },
  };
}
