import type { AchievementType } from "../domain/achievements.ts";
import type { LessonId } from "../domain/ids.ts";
import { gradeQuiz, type QuizGrade } from "../domain/quiz.ts";
import { requireLearnerDb } from "./active.ts";
import { durably } from "./durably.ts";
import { mirrorAhead, mirrorEntries } from "./mirror.ts";
import { type Recorded, record } from "./record.ts";
import type { AttemptEntry, OutboxEntry } from "./rows.ts";
import { signalStore } from "./signals.ts";
import { newStamp, type Stamp } from "./stamp.ts";
import { completion, standingAfter } from "./standing.ts";

/**
 * The one door for what a learner does. Each call resolves when the change and its place in the queue are durable
 * on this device, and rejects with StorageFailure when they could not be stored (`signedOut`, `quota`,
 * `unavailable`). Nothing here waits for the network.
 */

/** Marks a lesson as complete. There is no way back. */
export async function completeLesson(
  lessonId: LessonId,
): Promise<{ newAchievements: AchievementType[]; alreadyComplete: boolean }> {
  const stamp = newStamp();
  const { newAchievements, wasComplete } = await store(
    { progress: completion(lessonId, stamp), lessonId },
    stamp,
  );
  return { newAchievements, alreadyComplete: wasComplete };
}

export type QuizSubmission = {
  lessonId: LessonId;
  lessonVersion: number;
  /** Option indexes in the author's order, one per question. */
  answers: number[];
  correctAnswers: number[];
};

/** Grades and keeps one attempt; at 80 % or more it completes the lesson. Throws when a question is unanswered. */
export async function submitQuiz(
  input: QuizSubmission,
): Promise<QuizGrade & { newAchievements: AchievementType[]; newlyComplete: boolean }> {
  const grade = gradeQuiz(input.answers, input.correctAnswers);
  const stamp = newStamp();
  const attempt: AttemptEntry = {
    id: stamp.attemptId(),
    lessonId: input.lessonId,
    lessonVersion: input.lessonVersion,
    answers: input.answers,
    score: grade.scorePercent,
    passed: grade.passed,
    takenAt: stamp.at,
    receivedAt: null,
  };
  const { newAchievements, wasComplete } = await store(
    { progress: standingAfter(attempt), attempt, lessonId: input.lessonId },
    stamp,
  );
  return { ...grade, newAchievements, newlyComplete: grade.passed && !wasComplete };
}

async function store(
  change: Parameters<typeof record>[1] & { lessonId: LessonId },
  stamp: Stamp,
): Promise<Recorded> {
  const { db, identity } = await requireLearnerDb();
  const ahead = mirrorAhead(identity.userId);
  let entries: readonly OutboxEntry[] = [];
  try {
    const recorded = await durably(db, change.lessonId, () => record(db, change, stamp, ahead.copy));
    entries = recorded.entries;
    mirrorEntries(identity.userId, entries);
    signalStore("written");
    return recorded;
  } finally {
    // Removes what a wrong guess has copied, or a change that could not be stored.
    ahead.settle(entries);
  }
}
