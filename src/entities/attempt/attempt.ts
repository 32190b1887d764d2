import { moduleOf } from "../../domain/course/course.ts";
import { type AttemptId, COURSE_ID, type LessonId } from "../../domain/ids.ts";
import type { Write } from "../entity.ts";
import { type LessonChange, type Progress, progressChange } from "../progress/progress.ts";

/** One submitted quiz. `receivedAt` is null until the server has confirmed and graded it. */
export type Attempt = {
  id: AttemptId;
  lessonId: LessonId;
  lessonVersion: number;
  /** Option indexes in the author's order. */
  answers: number[];
  /** The score as a whole percentage. */
  score: number;
  passed: boolean;
  takenAt: string;
  receivedAt: string | null;
};

/** The progress that follows from a graded attempt: always a score, completion only if passed. */
function progressFrom(attempt: Attempt): Progress {
  return {
    lessonId: attempt.lessonId,
    moduleId: moduleOf(attempt.lessonId).id,
    completed: attempt.passed,
    completedAt: attempt.passed ? attempt.takenAt : null,
    quizScore: attempt.score,
  };
}

export function attemptOp(attempt: Attempt) {
  return {
    type: "attempt" as const,
    key: `attempt:${attempt.id}`,
    payload: {
      id: attempt.id,
      course_id: COURSE_ID,
      lesson_id: attempt.lessonId,
      lesson_version: attempt.lessonVersion,
      answers: attempt.answers,
      taken_at: attempt.takenAt,
    },
  } as const;
}

/** Stores an attempt and joins its result into the lesson's progress. */
export const submittedAttempt: Write<Attempt, Progress, LessonChange> = {
  lessonOf: (attempt) => attempt.lessonId,
  opOf: (attempt, { opId }) => ({ ...attemptOp(attempt), opId }),
  stores: ["progress", "attempts", "achievements"],
  reads: () => ({ store: "progress" }),
  decide(before, attempt, { opId }) {
    const { rows, ops, result } = progressChange(before, progressFrom(attempt));
    return {
      rows: [...rows, { store: "attempts", add: attempt }],
      ops: [{ ...attemptOp(attempt), opId }, ...ops],
      result,
    };
  },
};
