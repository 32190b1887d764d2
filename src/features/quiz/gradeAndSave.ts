import { StorageFailure } from "../../db/store/storageFailure.ts";
import { type QuizSubmission, submitQuiz } from "../../db/synced/progress.ts";
import { gradeQuiz, type QuizGrade } from "../../domain/course/quiz.ts";
import type { AchievementType } from "../../entities/achievement/achievement.ts";

export type Outcome = {
  grade: QuizGrade;
  /** `kept`: the device's transaction has completed. `visitor`: there is no account to store the attempt for. */
  keeping: "kept" | "visitor" | "failed";
  newlyComplete: boolean;
  newAchievements: AchievementType[];
};

/**
 * Grades on the device and stores the attempt as a row that is unsent. Never rejects: if storing fails, the
 * grade is still returned, `keeping` is "failed", and the reason is logged (spec §8).
 */
export async function gradeAndSave(submission: QuizSubmission, signedIn: boolean): Promise<Outcome> {
  const grade = gradeQuiz(submission.answers, submission.correctAnswers);
  const unkept = { grade, newlyComplete: false, newAchievements: [] };
  if (!signedIn) return { ...unkept, keeping: "visitor" };
  try {
    const { newAchievements, newlyComplete } = await submitQuiz(submission);
    return { grade, keeping: "kept", newlyComplete, newAchievements };
  } catch (error) {
    // Another tab has signed out since the quiz was opened.
    if (error instanceof StorageFailure && error.code === "signedOut")
      return { ...unkept, keeping: "visitor" };
    console.error("Failed to save quiz score", error);
    return { ...unkept, keeping: "failed" };
  }
}
