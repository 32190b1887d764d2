import { TOTAL_LESSONS } from "./course.ts";
import { type LessonId, type ModuleId, PREVIEW_LESSON_ID } from "./ids.ts";

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

/** The times before which nobody can have completed a lesson, as the server says them: ISO 8601 in UTC. */
export type StudyStart = {
  /** Since when the account exists. It bounds the free preview, which needs no enrolment. */
  registeredAt: string;
  /** When the course first opened for the learner; null before that. */
  enrolledAt: string | null;
};

/**
 * The completion, dated no earlier than it can have happened. The join keeps the earliest time, so without this a
 * device whose clock was years behind would be believed for ever. `private.study_start` in supabase/schemas is the
 * same rule.
 */
export function notBeforeStart(progress: Progress, start: StudyStart): Progress {
  const isPreview = progress.lessonId === PREVIEW_LESSON_ID;
  const earliest = (isPreview ? null : start.enrolledAt) ?? start.registeredAt;
  const isTooEarly = progress.completedAt !== null && progress.completedAt < earliest;
  return isTooEarly ? { ...progress, completedAt: earliest } : progress;
}

/**
 * Joins two states of the same lesson: completed is or, completed_at is least, quiz_score is greatest.
 * Commutative, associative and idempotent, so order and repetition of delivery cannot matter.
 * `private.join_progress` in supabase/schemas is the same rule.
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
