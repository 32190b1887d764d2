import * as z from "zod/mini";
import { TOTAL_LESSONS } from "../../domain/course/course.ts";
import { defineKind } from "../row.ts";

export const ACHIEVEMENTS = {
  first_lesson: { name: "First Lesson Complete", lessons: 1 },
  "5_lessons": { name: "5 Lessons Completed", lessons: 5 },
  course_complete: { name: "Course Complete", lessons: TOTAL_LESSONS },
} as const;

export type AchievementType = keyof typeof ACHIEVEMENTS;
export const ACHIEVEMENT_TYPES = [
  "first_lesson",
  "5_lessons",
  "course_complete",
] as const satisfies AchievementType[];

/** An achievement of the learner, as it is stored. */
export type Achievement = { type: AchievementType };

export const achievement = defineKind<Achievement>({
  kind: "achievement",
  keyOf: (content) => content.type,
  schema: () => z.looseObject({ type: z.enum(ACHIEVEMENT_TYPES) }),
  // Achievements are a set.
  join: (mine) => mine,
  lessonOf: () => null,
  isWork: true,
  label: (content) => `Achievement: ${ACHIEVEMENTS[content.type].name}`,
  exportAs: "Achievements",
});

/** Every stored achievement that is earned by this many completed lessons. */
export function earnedAchievements(completedLessons: number): AchievementType[] {
  return ACHIEVEMENT_TYPES.filter((type) => completedLessons >= ACHIEVEMENTS[type].lessons);
}

/**
 * The achievements that are earned at exactly this number of lessons. The pull awards achievements that several devices
 * earn together.
 */
export function newlyEarned(completedLessons: number): AchievementType[] {
  const before = earnedAchievements(completedLessons - 1);
  return earnedAchievements(completedLessons).filter((type) => !before.includes(type));
}

const QUIZ_MASTER_SCORE_PERCENT = 90;
export const QUIZ_MASTER_QUIZZES = 5;

/** How many quizzes count towards Quiz Master, which is derived from the best scores and never stored. */
export function quizMasterCount(quizScores: readonly (number | null)[]): number {
  return quizScores.filter((score) => (score ?? 0) >= QUIZ_MASTER_SCORE_PERCENT).length;
}
