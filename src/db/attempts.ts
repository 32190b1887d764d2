import type { LessonId } from "../domain/ids.ts";
import type { LearnerDb } from "./learnerDb.ts";
import { LOADING, type Loading, useLearner } from "./live.ts";
import type { AttemptEntry } from "./rows.ts";
import { isProgressKnown } from "./seenProgress.ts";

/** Every quiz that the learner submitted, on any device: by lesson, the newest first. */
export function useAttempts():
  | Loading
  | { status: "ready"; byLesson: ReadonlyMap<LessonId, AttemptEntry[]> } {
  const attempts = useLearner<AttemptEntry[]>("attempts", (db) => db.attempts.toArray(), []);
  if (!attempts) return LOADING;
  const byLesson = new Map<LessonId, AttemptEntry[]>();
  for (const each of attempts.value.toSorted((a, b) => b.takenAt.localeCompare(a.takenAt)))
    byLesson.set(each.lessonId, [...(byLesson.get(each.lessonId) ?? []), each]);
  return { status: "ready", byLesson };
}

/**
 * How many lessons' quizzes the server has graded as passed: what a certificate would count now. Null where this device
 * cannot know, because an attempt still has to be graded or the server's rows have not arrived.
 */
export function useQuizzesPassed(): Loading | { status: "ready"; quizzesPassed: number | null } {
  const found = useLearner<number | null>("quizzesPassed", readQuizzesPassed, null);
  return found ? { status: "ready", quizzesPassed: found.value } : LOADING;
}

async function readQuizzesPassed(db: LearnerDb): Promise<number | null> {
  const [attempts, isKnown] = await Promise.all([db.attempts.toArray(), isProgressKnown(db)]);
  const passed = new Set(
    attempts.filter((each) => each.receivedAt !== null && each.passed).map((each) => each.lessonId),
  );
  const mayChange = attempts.some((each) => each.receivedAt === null && !passed.has(each.lessonId));
  return isKnown && !mayChange ? passed.size : null;
}
