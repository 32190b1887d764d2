import { TOTAL_LESSONS } from "./course.ts";

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

/** Every stored achievement that this many completed lessons has earned. */
export function earnedAchievements(completedLessons: number): AchievementType[] {
  return ACHIEVEMENT_TYPES.filter((type) => completedLessons >= ACHIEVEMENTS[type].lessons);
}

const QUIZ_MASTER_SCORE_PERCENT = 90;
const QUIZ_MASTER_LESSONS = 5;

/** Quiz Master is derived from the best scores and never stored. */
export function isQuizMaster(quizScores: readonly (number | null)[]): boolean {
  return (
    quizScores.filter((score) => (score ?? 0) >= QUIZ_MASTER_SCORE_PERCENT).length >= QUIZ_MASTER_LESSONS
  );
}
