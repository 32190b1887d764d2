import * as z from "zod/mini";
import { TOTAL_LESSONS } from "../../domain/course/course.ts";
import { type LessonId, PREVIEW_LESSON_ID } from "../../domain/ids.ts";
import { defineKind, type StudyStart } from "../row.ts";
import { instant, lessonId } from "../wire.ts";

/** One learner's progress in one lesson. Times are ISO 8601 in UTC with milliseconds. */
export type Progress = {
  lessonId: LessonId;
  completed: boolean;
  completedAt: string | null;
  /** The score of the best attempt as a whole percentage, or null before the first attempt. */
  quizScore: number | null;
};

export const progress = defineKind<Progress>({
  kind: "progress",
  keyOf: (content) => content.lessonId,
  schema: () =>
    z.looseObject({
      lessonId,
      completed: z.boolean(),
      completedAt: z.nullable(instant),
      quizScore: z.nullable(z.int()),
    }),
  join: joinProgress,
  // Scores come only from attempts.
  serverFields: ["quizScore"],
  hasNothingToSend: ({ completed }) => !completed,
  dated: notBeforeStart,
  lessonOf: (content) => content.lessonId,
  isStudy: true,
  isWork: true,
  label: (content) => `Lesson ${content.lessonId} completed`,
  exportAs: "Lessons",
});

/**
 * The progress with its completion dated no earlier than is possible. Because the join keeps the earliest time, a wrong
 * date from a device whose clock was years behind would otherwise stay forever. `private.study_start` in
 * supabase/schemas is the same rule.
 */
function notBeforeStart(progress: Progress, start: StudyStart): Progress {
  const isPreview = progress.lessonId === PREVIEW_LESSON_ID;
  const earliest = (isPreview ? null : start.enrolledAt) ?? start.registeredAt;
  const isTooEarly = progress.completedAt !== null && progress.completedAt < earliest;
  return isTooEarly ? { ...progress, completedAt: earliest } : progress;
}

/**
 * Joins two states of the same lesson: `completed` is true if either is, the earliest `completed_at` wins, and the
 * highest `quiz_score` wins. Commutative, associative and idempotent, so order and repetition of delivery cannot
 * matter. `private.join_progress` in supabase/schemas is the same rule.
 */
export function joinProgress(a: Progress, b: Progress): Progress {
  return {
    ...a,
    ...b,
    completed: a.completed || b.completed,
    completedAt: least(a.completedAt, b.completedAt),
    quizScore: greatest(a.quizScore, b.quizScore),
  };
}

function least(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b;
  return a < b ? a : b;
}

function greatest(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b;
  return Math.max(a, b);
}

/** Completed lessons over all lessons, rounded: the only percentage the product shows. */
export function progressPercent(completedLessons: number): number {
  return Math.round((completedLessons / TOTAL_LESSONS) * 100);
}

const HOURS_PER_LESSON = 0.5;
export const TOTAL_HOURS = TOTAL_LESSONS * HOURS_PER_LESSON;

export function hoursStudied(completedLessons: number): number {
  return completedLessons * HOURS_PER_LESSON;
}

/** The hint on the dashboard's course card. */
export function upNextLabel(percent: number): string {
  return percent >= 100 ? "Course Complete!" : `Module ${Math.floor(percent / 25) + 1}`;
}
