import { gradeQuiz, type QuizGrade } from "../../domain/course/quiz.ts";
import type { AttemptId, LessonId } from "../../domain/ids.ts";
import { type AchievementType, achievement, newlyEarned } from "../../entities/achievement/achievement.ts";
import { type Attempt, attempt, progressFrom } from "../../entities/attempt/attempt.ts";
import { joinProgress, type Progress, progress } from "../../entities/progress/progress.ts";
import { newStamp } from "../../entities/stamp.ts";
import { serverNow } from "../store/serverClock.ts";
import { putQuizAnswers } from "../study/answers.ts";
import { commit, type RowStore } from "./commit.ts";

type Completion = { newAchievements: AchievementType[]; alreadyComplete: boolean };

/** Marks a lesson as complete, which cannot be undone. Resolves and rejects as `commit` does. */
export function completeLesson(lessonId: LessonId): Promise<Completion> {
  const change = completionAt(lessonId, serverNow());
  return commit(lessonId, (rows) => joinIntoProgress(rows, change), { kind: progress, content: change });
}

export function completionAt(lessonId: LessonId, atMs: number): Progress {
  return { lessonId, completed: true, completedAt: new Date(atMs).toISOString(), quizScore: null };
}

/** Joins a change into the progress of its lesson, and awards the achievements that this earns. */
export async function joinIntoProgress(rows: RowStore, change: Progress): Promise<Completion> {
  const before = await rows.all(progress);
  const known = before.find((each) => each.lessonId === change.lessonId);
  const alreadyComplete = known?.completed ?? false;
  const after = known ? joinProgress(known, change) : change;
  const completedBefore = before.filter((each) => each.completed).length;
  const newAchievements = after.completed && !alreadyComplete ? newlyEarned(completedBefore + 1) : [];
  await rows.put(progress, after);
  for (const type of newAchievements) await rows.put(achievement, { type });
  return { newAchievements, alreadyComplete };
}

export type QuizSubmission = {
  lessonId: LessonId;
  lessonVersion: number;
  /** Option indexes in the author's order, one per question. */
  answers: number[];
  correctAnswers: number[];
};

/**
 * Grades and stores one attempt, and which questions come back. At 80 % or more it completes the lesson. Throws when a
 * question is unanswered, and rejects as `commit` does.
 */
export async function submitQuiz(
  quiz: QuizSubmission,
): Promise<QuizGrade & { newAchievements: AchievementType[]; newlyComplete: boolean }> {
  const grade = gradeQuiz(quiz.answers, quiz.correctAnswers);
  const submitted = attemptAt(serverNow(), quiz, grade);
  const { newAchievements, alreadyComplete } = await commit(
    quiz.lessonId,
    async (rows) => {
      await putQuizAnswers(rows, quiz);
      return addAttempt(rows, submitted);
    },
    { kind: attempt, content: submitted },
  );
  return { ...grade, newAchievements, newlyComplete: grade.passed && !alreadyComplete };
}

export async function addAttempt(rows: RowStore, submitted: Attempt): Promise<Completion> {
  await rows.put(attempt, submitted);
  return joinIntoProgress(rows, progressFrom(submitted));
}

export function attemptAt(
  atMs: number,
  { lessonId, lessonVersion, answers }: Omit<QuizSubmission, "correctAnswers">,
  grade: QuizGrade,
): Attempt {
  return {
    id: newStamp(atMs) as AttemptId, // A UUIDv7 is a valid attempt id.
    lessonId,
    lessonVersion,
    answers,
    score: grade.scorePercent,
    passed: grade.passed,
    takenAt: new Date(atMs).toISOString(),
    receivedAt: null,
  };
}
