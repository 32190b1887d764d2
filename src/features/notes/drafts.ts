import { useRemembered } from "../../db/remembered.ts";
import type { LessonId } from "../../domain/ids.ts";

/** Stands for the id of a note on the whole lesson that is not there yet. */
export const NEW_NOTE = "new";

const PREFIX = "note:";

/** Under this key the device remembers what was typed into a note and not saved yet. */
export const draftKey = (noteId: string) => PREFIX + noteId;

/** The notes of a lesson into which something was typed that is not saved yet. */
export function useDrafts(lessonId: LessonId): ReadonlySet<string> {
  const remembered = useRemembered(lessonId);
  if (remembered.status === "loading") return new Set();
  const keys = [...remembered.byKey.keys()].filter((key) => key.startsWith(PREFIX));
  return new Set(keys.map((key) => key.slice(PREFIX.length)));
}
