import { TOTAL_LESSONS } from "./course.ts";
import type { LessonId, ModuleId } from "./ids.ts";

/** One learner's standing in one lesson. Times are ISO 8601 in UTC with milliseconds. */
export type Progress = {
  lessonId: LessonId;
  moduleId: ModuleId;
  completed: boolean;
  completedAt: string | null;
  /** Whole percent of the best attempt, or null before the first. */
  quizScore: number | null;
};

/**
 * The earliest time a device may claim. The database clamps to the same bound, so a device with a clock
 * far in the past and the server end up with equal rows.
 */
export const EARLIEST_CLIENT_TIME = "2025-01-01T00:00:00.000Z";

export function clampClientTime(iso: string): string {
  return iso < EARLIEST_CLIENT_TIME ? EARLIEST_CLIENT_TIME : iso;
}

/**
 * Joins two states of the same lesson: completed is or, completed_at is least, quiz_score is greatest.
 * Commutative, associative and idempotent, so order and repetition of delivery cannot matter.
 * `private.join_progress` in the migrations is the same rule.
 */
export function joinProgress(a: Progress, b: Progress): Progress {
  return {
    lessonId: a.lessonId,
    moduleId: a.moduleId,
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
