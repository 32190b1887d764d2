import { LESSON_IDS } from "../domain/ids.ts";
import type { LessonPack } from "../domain/pack.ts";
import { LOADING, type Loading, useLessons } from "./live.ts";
import type { LessonEntry } from "./rows.ts";

/** The lessons on this device, in the order of the course. */
export function useLessonPacks(): Loading | { status: "ready"; packs: LessonPack[] } {
  const found = useLessons<LessonEntry[]>("packs", (lessons) => lessons.toArray());
  if (!found) return LOADING;
  const packs = found.value.map(({ pack }) => pack);
  packs.sort((a, b) => LESSON_IDS.indexOf(a.lessonId) - LESSON_IDS.indexOf(b.lessonId));
  return { status: "ready", packs };
}
