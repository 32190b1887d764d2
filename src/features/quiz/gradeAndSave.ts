import { StorageFailure } from "../../db/storageFailure.ts";
import { type QuizSubmission, submitQuiz } from "../../db/write.ts";
import type { AchievementType } from "../../domain/achievements.ts";
import { gradeQuiz, type QuizGrade } from "../../domain/quiz.ts";

export type Outcome = {
  grade: QuizGrade;
  /** "kept" only after the device's transaction completed; "visitor" has no account to keep it for. */
  keeping: "kept" | "visitor" | "failed";
  newlyComplete: boolean;
  newAchievements: AchievementType[];
};

/**
 * Grades on the device and stores the attempt through the write door. Never rejects: when the device cannot
 * store it the grade still stands, `keeping` says "failed", and the reason is in the log (spec §8).
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
