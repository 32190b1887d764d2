import type { LessonId } from "../../domain/ids.ts";
import { type Attempt, attempt } from "../../entities/attempt/attempt.ts";
import { LOADING, type Loading, useLearner } from "../live.ts";
import type { LearnerDb } from "../store/learnerDb.ts";
import { isProgressKnown } from "../store/meta.ts";
import { readRows } from "./readRows.ts";

/** Every quiz attempt that the learner submitted on any device, by lesson, newest first. */
export function useAttempts(): Loading | { status: "ready"; byLesson: ReadonlyMap<LessonId, Attempt[]> } {
  const attempts = useLearner<Attempt[]>("attempts", (db) => readRows(db, attempt), []);
  if (!attempts) return LOADING;
  const byLesson = new Map<LessonId, Attempt[]>();
  for (const each of attempts.value.toSorted((a, b) => b.takenAt.localeCompare(a.takenAt)))
    byLesson.set(each.lessonId, [...(byLesson.get(each.lessonId) ?? []), each]);
  return { status: "ready", byLesson };
}

/**
 * The number of lessons whose quiz the server has graded as passed: the number that a certificate issued now would
 * state. Null if this device cannot know it, because an attempt is not graded yet or the server's rows have not
 * arrived.
 */
export function useQuizzesPassed(): Loading | { status: "ready"; quizzesPassed: number | null } {
  const found = useLearner<number | null>("quizzesPassed", readQuizzesPassed, null);
  return found ? { status: "ready", quizzesPassed: found.value } : LOADING;
}

async function readQuizzesPassed(db: LearnerDb): Promise<number | null> {
  const [attempts, isKnown] = await Promise.all([readRows(db, attempt), isProgressKnown(db)]);
  const passed = new Set(
    attempts.filter((each) => each.receivedAt !== null && each.passed).map((each) => each.lessonId),
  );
  const mayChange = attempts.some((each) => each.receivedAt === null && !passed.has(each.lessonId));
  return isKnown && !mayChange ? passed.size : null;
}
