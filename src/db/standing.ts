import { moduleOf } from "../domain/course.ts";
import type { LessonId } from "../domain/ids.ts";
import type { Progress } from "../domain/progress.ts";
import type { AttemptEntry } from "./rows.ts";
import type { Stamp } from "./stamp.ts";

/** A lesson marked as complete at the stamp's time. */
export function completion(lessonId: LessonId, stamp: Stamp): Progress {
  return {
    lessonId,
    moduleId: moduleOf(lessonId).id,
    completed: true,
    completedAt: stamp.at,
    quizScore: null,
  };
}

/** What a graded attempt says about its lesson: always a score, completion only when passed. */
export function standingAfter(attempt: AttemptEntry): Progress {
  return {
    lessonId: attempt.lessonId,
    moduleId: moduleOf(attempt.lessonId).id,
    completed: attempt.passed,
    completedAt: attempt.passed ? attempt.takenAt : null,
    quizScore: attempt.score,
  };
}
