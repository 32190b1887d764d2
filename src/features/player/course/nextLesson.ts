import { LESSON_IDS, type LessonId } from "../../../domain/ids.ts";

/** The first lesson in course order that is not complete, or null when every one is. */
export function nextLesson(isComplete: (lessonId: LessonId) => boolean): LessonId | null {
  return LESSON_IDS.find((lessonId) => !isComplete(lessonId)) ?? null;
}
