import { useMemo } from "react";
import type { LessonPack } from "../../domain/course/pack.ts";
import { LESSON_IDS } from "../../domain/ids.ts";
import { LOADING, type Loading, useLessons } from "../live.ts";
import type { LessonEntry } from "../store/rows.ts";

/** The lessons on this device, in course order. The array stays the same until one of them changes. */
export function useLessonPacks(): Loading | { status: "ready"; packs: LessonPack[] } {
  const found = useLessons<LessonEntry[]>("packs", (lessons) => lessons.toArray());
  const packs = useMemo(() => found && inOrder(found.value.map(({ pack }) => pack)), [found]);
  return packs ? { status: "ready", packs } : LOADING;
}

function inOrder(packs: LessonPack[]): LessonPack[] {
  return packs.sort((a, b) => LESSON_IDS.indexOf(a.lessonId) - LESSON_IDS.indexOf(b.lessonId));
}
