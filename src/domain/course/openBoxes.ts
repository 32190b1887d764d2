import { LESSON_IDS, type LessonId } from "../ids.ts";
import type { LessonPack } from "./pack.ts";

/**
 * Counts the empty workbook fields of each lesson up to `last`, in course order. Omits lessons without empty fields,
 * and ignores fields on sheets, which are optional.
 */
export function openBoxes(
  packs: readonly LessonPack[],
  last: LessonId,
  answerTo: (fieldId: string) => string,
): { lessonId: LessonId; count: number }[] {
  const reached = LESSON_IDS.slice(0, LESSON_IDS.indexOf(last) + 1);
  return reached.flatMap((lessonId) => {
    const islands = packs.find((pack) => pack.lessonId === lessonId)?.islands ?? [];
    const open = islands.filter(({ kind, id }) => kind === "field" && answerTo(id).trim() === "");
    return open.length > 0 ? [{ lessonId, count: open.length }] : [];
  });
}
