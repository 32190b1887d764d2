import type { LessonId } from "../ids.ts";
import { paths } from "../paths.ts";

/** `movedAt` is the ISO time of the last move; `furthest` is the furthest step of the lesson, from 1. */
type LessonPlace = { lessonId: LessonId; furthest: number; movedAt: string };

/**
 * The place in the lesson that the learner read last and has not completed, or null. Only a second step counts as a
 * beginning, because learners look at a lesson before its day.
 */
export function latestBegun<Place extends LessonPlace>(
  places: Iterable<Place>,
  completed: ReadonlySet<LessonId>,
): Place | null {
  const begun = [...places].filter(({ lessonId, furthest }) => furthest > 1 && !completed.has(lessonId));
  return begun.sort((a, b) => (a.movedAt < b.movedAt ? 1 : -1))[0] ?? null;
}

/** A lesson that the learner has begun and not completed. */
export type BegunLesson = {
  lessonId: LessonId;
  /** The step of the lesson to continue on, from 1. */
  step: number;
  /** How many steps the lesson has and what is left of it. Null if the lesson is not on this device. */
  extent: { steps: number; minutesLeft: number } | null;
};

export function continueWords({ step, extent }: BegunLesson): string {
  return `Continue on step ${step}${extent ? ` of ${extent.steps}` : ""}`;
}

export function continuePath({ lessonId, step }: BegunLesson): string {
  return paths.course(lessonId, { step });
}
