import { useRemembered } from "../../db/study/remembered.ts";
import type { LessonId } from "../../domain/ids.ts";

/** The name of the draft for a new note on the whole lesson. */
export const NEW_NOTE = "new";

const PREFIX = "note:";

/** The key under which the device stores the unsaved draft of a note. */
export const draftKey = (noteId: string) => PREFIX + noteId;

/** The ids of the lesson's notes that have an unsaved draft. */
export function useDrafts(lessonId: LessonId): ReadonlySet<string> {
  const remembered = useRemembered(lessonId);
  if (remembered.status === "loading") return new Set();
  const keys = [...remembered.byKey.keys()].filter((key) => key.startsWith(PREFIX));
  return new Set(keys.map((key) => key.slice(PREFIX.length)));
}
