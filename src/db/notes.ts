import { useMemo } from "react";
import type { LessonId } from "../domain/ids.ts";
import { type Note, type NoteVersion, notesOf } from "../domain/notes.ts";
import { LOADING, type Loading, useLearner } from "./live.ts";

/** The learner's notes of one lesson, or of all, deleted ones among them; the oldest first. Signed out: none. */
export function useNotes(lessonId?: LessonId): Loading | { status: "ready"; notes: readonly Note[] } {
  const versions = useLearner<NoteVersion[]>(
    `notes:${lessonId ?? "all"}`,
    (db) => (lessonId ? db.notes.where({ lessonId }) : db.notes).toArray(),
    [],
  );
  // The same notes until the store has others: making them of their versions is not for every drawing.
  return useMemo(
    () => (versions ? { status: "ready", notes: notesOf(versions.value) } : LOADING),
    [versions],
  );
}
