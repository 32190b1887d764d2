import { useMemo } from "react";
import type { LessonId } from "../../domain/ids.ts";
import {
  type Note,
  type NoteContent,
  type NoteSubject,
  type NoteVersion,
  notesOf,
  noteText,
  writtenNote,
} from "../../entities/note/note.ts";
import { LOADING, type Loading, useLearner } from "../live.ts";
import { commit } from "./commit.ts";

/** The learner's notes on one lesson, or on all lessons, oldest first and including deleted notes. Signed out: none. */
export function useNotes(lessonId?: LessonId): Loading | { status: "ready"; notes: readonly Note[] } {
  const versions = useLearner<NoteVersion[]>(
    `notes:${lessonId ?? "all"}`,
    (db) => (lessonId ? db.notes.where({ lessonId }) : db.notes).toArray(),
    [],
  );
  // Memoised, because building the notes from their versions is too slow for each render.
  return useMemo(
    () => (versions ? { status: "ready", notes: notesOf(versions.value) } : LOADING),
    [versions],
  );
}

/** Stores a note with this content. Resolves and rejects as `commit` does. */
export function writeNote(subject: NoteSubject, { anchor, colour, body }: NoteContent): Promise<void> {
  return commit(writtenNote, { ...idsOf(subject), anchor, colour, body: noteText(body), deleted: false });
}

/** Adds a version that marks the note as deleted. The earlier versions stay. */
export function deleteNote(subject: NoteSubject): Promise<void> {
  return commit(writtenNote, { ...idsOf(subject), anchor: null, colour: null, body: "", deleted: true });
}

const idsOf = ({ noteId, lessonId, lessonVersion }: NoteSubject) => ({ noteId, lessonId, lessonVersion });
