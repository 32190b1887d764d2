import { LESSON_IDS, type LessonId } from "./ids.ts";
import type { LessonPack } from "./pack.ts";

/**
 * How many boxes of the workbook are still empty in each lesson up to `last`, in the order of the course. Lessons
 * without any are left out; so are boxes on sheets, which nobody has to fill in.
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
