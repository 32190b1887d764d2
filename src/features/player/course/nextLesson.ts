import { LESSON_IDS, type LessonId } from "../../../domain/ids.ts";
import { paths } from "../../../domain/paths.ts";
import type { CourseState } from "./courseState.ts";

/** The first lesson in course order that is not complete, or null when every one is. */
export function nextLesson(isComplete: (lessonId: LessonId) => boolean): LessonId | null {
  return LESSON_IDS.find((lessonId) => !isComplete(lessonId)) ?? null;
}

export type NextStop = { to: string; label: string };

/** Where to go on once a lesson is complete: the next lesson or the certificate. Null if that lesson is locked. */
export function nextStop(
  lessonId: LessonId,
  { isComplete, standingOf }: Pick<CourseState, "isComplete" | "standingOf">,
): NextStop | null {
  const next = nextLesson((each) => each === lessonId || isComplete(each));
  if (next === null) return { to: paths.certificate(), label: "Your certificate" };
  return standingOf(next) === "locked" ? null : { to: paths.course(next), label: `Next: lesson ${next}` };
}
