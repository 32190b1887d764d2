import { useState } from "react";
import { StorageFailure } from "../../db/store/storageFailure.ts";
import { deleteNote, writeNote } from "../../db/synced/notes.ts";
import type { LessonId } from "../../domain/ids.ts";
import {
  lastContent,
  MAX_NOTES_PER_LESSON,
  type Note,
  type NoteContent,
  type NoteSubject,
  type NoteVersion,
  newNote,
} from "../../entities/note/note.ts";
import { dismissFailures, toast } from "../../ui/overlay/toast.ts";

export type NoteActs = {
  /** Both functions resolve to whether the device stored the change. */
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

const TOAST_CAUSE = "notes";

/** Resolves to whether the device stored the note, and shows the learner a message if it did not. */
async function keepNote(work: Promise<void>): Promise<boolean> {
  try {
    await work;
    dismissFailures(TOAST_CAUSE);
    return true;
  } catch (error) {
    if (!(error instanceof StorageFailure)) throw error;
    console.error("Failed to save a note", error);
    const description =
      error.code === "quota"
        ? "This device is out of storage space, so the note was not saved. Free some space, then try again."
        : "The browser could not store the note. Please try again.";
    toast({ title: "Error", description, variant: "destructive", cause: TOAST_CAUSE });
    return false;
  }
}

type Lesson = {
  lessonId: LessonId;
  lessonVersion: number;
  /** Number of the lesson's notes, deleted ones included. */
  count: number;
  acts: NoteActs;
};

/** Creates a note. Resolves to its id, or to null if it could not be stored. */
export type CreateNote = (content: NoteContent) => Promise<string | null>;

/** Returns the function that creates notes in a lesson. */
export function createNotes({ lessonId, lessonVersion, count, acts }: Lesson): CreateNote {
  return async (content) => {
    if (count >= MAX_NOTES_PER_LESSON) {
      toast({
        title: "Note limit reached",
        description: `A lesson can have ${MAX_NOTES_PER_LESSON} notes, including deleted ones. Please add to an existing note.`,
        variant: "destructive",
      });
      return null;
    }
    const subject = newNote(lessonId, lessonVersion);
    return (await acts.save(subject, content)) ? subject.noteId : null;
  };
}
