import { TOTAL_LESSONS } from "../../domain/course/course.ts";

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

export function achievementOp(type: AchievementType) {
  return { type: "achievement", key: `achievement:${type}`, payload: { achievement_type: type } } as const;
}

/** Every stored achievement that is earned by this many completed lessons. */
export function earnedAchievements(completedLessons: number): AchievementType[] {
  return ACHIEVEMENT_TYPES.filter((type) => completedLessons >= ACHIEVEMENTS[type].lessons);
}

/**
 * The achievements that are earned at exactly this number of lessons. It does not check whether the learner has them
 * already, which would cost a read in every write. The pull awards achievements that several devices earn together.
 */
export function newlyEarned(completedLessons: number): AchievementType[] {
  const before = earnedAchievements(completedLessons - 1);
  return earnedAchievements(completedLessons).filter((type) => !before.includes(type));
}

const QUIZ_MASTER_SCORE_PERCENT = 90;
const QUIZ_MASTER_LESSONS = 5;

/** Quiz Master is derived from the best scores and never stored. */
export function isQuizMaster(quizScores: readonly (number | null)[]): boolean {
  return (
    quizScores.filter((score) => (score ?? 0) >= QUIZ_MASTER_SCORE_PERCENT).length >= QUIZ_MASTER_LESSONS
  );
}
