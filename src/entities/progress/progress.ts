import { moduleOf, TOTAL_LESSONS } from "../../domain/course/course.ts";
import { COURSE_ID, type LessonId, type ModuleId, PREVIEW_LESSON_ID } from "../../domain/ids.ts";
import { type AchievementType, achievementOp, newlyEarned } from "../achievement/achievement.ts";
import type { Decision, StudyStart, Write } from "../entity.ts";
import type { Stamp } from "../stamp.ts";

/** One learner's progress in one lesson. Times are ISO 8601 in UTC with milliseconds. */
export type Progress = {
  lessonId: LessonId;
  moduleId: ModuleId;
  completed: boolean;
  completedAt: string | null;
  /** The score of the best attempt as a whole percentage, or null before the first attempt. */
  quizScore: number | null;
};

/**
 * The progress with its completion dated no earlier than is possible. Because the join keeps the earliest time, a wrong
 * date from a device whose clock was years behind would otherwise stay forever. `private.study_start` in
 * supabase/schemas is the same rule.
 */
export function notBeforeStart(progress: Progress, start: StudyStart): Progress {
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

/** The op that reports a lesson as complete. Throws if the lesson is not complete. */
export function progressOp(progress: Progress) {
  if (!progress.completedAt) throw new Error("the lesson is not complete, so there is no completion to send");
  return {
    type: "progress",
    key: `progress:${progress.lessonId}`,
    payload: {
      course_id: COURSE_ID,
      module_id: progress.moduleId,
      lesson_id: progress.lessonId,
      completed_at: progress.completedAt,
    },
  } as const;
}

/** A lesson marked as complete at the stamp's time. */
export function completionOf(lessonId: LessonId, { at }: Pick<Stamp, "at">): Progress {
  return { lessonId, moduleId: moduleOf(lessonId).id, completed: true, completedAt: at, quizScore: null };
}

/** The consequences of a change in progress for the learner. */
export type LessonChange = { newAchievements: AchievementType[]; wasComplete: boolean };

/**
 * Joins `change` into the progress of its lesson, and awards the achievements that this earns. `before` is the progress
 * in all lessons.
 */
export function progressChange(
  before: readonly Progress[],
  change: Progress,
): Decision<LessonChange> & { after: Progress } {
  const known = before.find((each) => each.lessonId === change.lessonId);
  const wasComplete = known?.completed ?? false;
  const after = known ? joinProgress(known, change) : change;
  const completedBefore = before.filter((each) => each.completed).length;
  const newAchievements = after.completed && !wasComplete ? newlyEarned(completedBefore + 1) : [];
  return {
    after,
    rows: [
      { store: "progress", put: after },
      ...newAchievements.map((type) => ({ store: "achievements", put: { type } })),
    ],
    ops: newAchievements.map(achievementOp),
    result: { newAchievements, wasComplete },
  };
}

/** Marks a lesson as complete. A lesson that is complete already does not change. */
export const completion: Write<LessonId, Progress, LessonChange> = {
  lessonOf: (lessonId) => lessonId,
  opOf: (lessonId, stamp) => ({ ...progressOp(completionOf(lessonId, stamp)), opId: stamp.opId }),
  stores: ["progress", "achievements"],
  reads: () => ({ store: "progress" }),
  decide(before, lessonId, stamp) {
    const { after, rows, ops, result } = progressChange(before, completionOf(lessonId, stamp));
    if (result.wasComplete) return { rows: [], ops: [], result };
    return { rows, ops: [{ ...progressOp(after), opId: stamp.opId }, ...ops], result };
  },
};

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
