import { gradeQuiz, type QuizGrade } from "../../domain/course/quiz.ts";
import type { LessonId } from "../../domain/ids.ts";
import type { AchievementType } from "../../entities/achievement/achievement.ts";
import { type Attempt, submittedAttempt } from "../../entities/attempt/attempt.ts";
import { completion } from "../../entities/progress/progress.ts";
import { newStamp } from "../../entities/stamp.ts";
import { commit } from "./commit.ts";

/** Marks a lesson as complete, which cannot be undone. Resolves and rejects as `commit` does. */
export async function completeLesson(
  lessonId: LessonId,
): Promise<{ newAchievements: AchievementType[]; alreadyComplete: boolean }> {
  const { newAchievements, wasComplete } = await commit(completion, lessonId);
  return { newAchievements, alreadyComplete: wasComplete };
}

export type QuizSubmission = {
  lessonId: LessonId;
  lessonVersion: number;
  /** Option indexes in the author's order, one per question. */
  answers: number[];
  correctAnswers: number[];
};

/**
 * Grades and stores one attempt. At 80 % or more it completes the lesson. Throws when a question is unanswered, and rejects
 * as `commit` does.
 */
export async function submitQuiz(
  quiz: QuizSubmission,
): Promise<QuizGrade & { newAchievements: AchievementType[]; newlyComplete: boolean }> {
  const grade = gradeQuiz(quiz.answers, quiz.correctAnswers);
  const { newAchievements, wasComplete } = await commit(submittedAttempt, attemptOf(quiz, grade));
  return { ...grade, newAchievements, newlyComplete: grade.passed && !wasComplete };
}

function attemptOf({ lessonId, lessonVersion, answers }: QuizSubmission, grade: QuizGrade): Attempt {
  const { at, attemptId } = newStamp();
  return {
    id: attemptId,
    lessonId,
    lessonVersion,
    answers,
    score: grade.scorePercent,
    passed: grade.passed,
    takenAt: at,
    receivedAt: null,
  };
}
