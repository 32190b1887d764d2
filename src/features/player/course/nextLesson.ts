import { LESSON_IDS, type LessonId } from "../../../domain/ids.ts";
import { paths } from "../../../domain/paths.ts";
import type { CourseState } from "./courseState.ts";

/** The first lesson in course order that is not complete, or null when every one is. */
export function nextLesson(isComplete: (lessonId: LessonId) => boolean): LessonId | null {
  return LESSON_IDS.find((lessonId) => !isComplete(lessonId)) ?? null;
}

export type NextStop = { to: string; label: string };

/**
 * Where to go on after a lesson: the next lesson or the certificate, or for a visitor the prices. Null if the next lesson is
 * locked for a learner, whose payment may not have reached this device.
 */
export function nextStop(
  lessonId: LessonId,
  { signedIn, isComplete, standingOf }: Pick<CourseState, "signedIn" | "isComplete" | "standingOf">,
): NextStop | null {
  const next = nextLesson((each) => each === lessonId || isComplete(each));
  if (next === null) return { to: paths.certificate(), label: "Your certificate" };
  if (standingOf(next) !== "locked") return { to: paths.course(next), label: `Next: lesson ${next}` };
  return signedIn ? null : { to: paths.tiers(), label: "See plans" };
}
