import { useMemo } from "react";
import { v7 } from "uuid";
import type { LessonId } from "../../domain/ids.ts";
import {
  byRank,
  isSameContent,
  type Note,
  type NoteChange,
  type NoteContent,
  type NoteSubject,
  type NoteVersion,
  note,
  notesOf,
  noteText,
} from "../../entities/note/note.ts";
import { LOADING, type Loading, useLearner } from "../live.ts";
import { commit, type RowStore } from "./commit.ts";
import { readStamped } from "./readRows.ts";

/** The learner's notes on one lesson, or on all lessons, oldest first and including deleted notes. Signed out: none. */
export function useNotes(lessonId?: LessonId): Loading | { status: "ready"; notes: readonly Note[] } {
  const versions = useLearner<NoteVersion[]>(
    `notes:${lessonId ?? "all"}`,
    (db) => readStamped(db, note, lessonId),
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
  return addVersion(subject, { anchor, colour, body: noteText(body), deleted: false });
}

/** Adds a version that marks the note as deleted. The earlier versions stay. */
export function deleteNote(subject: NoteSubject): Promise<void> {
  return addVersion(subject, { anchor: null, colour: null, body: "", deleted: true });
}

function addVersion(
  { noteId, lessonId, lessonVersion, stamp }: NoteSubject,
  content: NoteContent & { deleted: boolean },
): Promise<void> {
  const version = { id: v7(), noteId, lessonId, lessonVersion, ...content };
  const early = { kind: note, content: version, after: stamp };
  return commit(lessonId, (rows) => putVersion(rows, version), early);
}

/**
 * Adds a version of a note, which sorts after the newest one on this device, whatever the clock says. Writing the content
 * of the newest version again changes nothing.
 */
export async function putVersion(rows: RowStore, version: NoteChange & { id: string }): Promise<void> {
  const versions = await rows.stamped(note, version.lessonId);
  const [before] = versions.filter(({ noteId }) => noteId === version.noteId).sort(byRank);
  if (before && isSameContent(before, version)) return;
  await rows.put(note, version, { after: before?.stamp });
}
