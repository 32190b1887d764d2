import type { LessonId } from "../domain/ids.ts";
import { LOADING, type Loading, useLearner } from "./live.ts";
import type { AttemptEntry } from "./rows.ts";

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
