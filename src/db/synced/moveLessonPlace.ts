import type { LessonId } from "../../domain/ids.ts";
import { type LessonPosition, moveTo, storablePosition } from "../../entities/lessonPlace/lessonPlace.ts";
import { optionalLearnerDb } from "../store/active.ts";
import { commit } from "./commit.ts";

// Separate from lessonPlaces.ts, because a lesson is read before anything is saved.

/**
 * Stores where the learner is in a lesson. Use `isSent: false` while they scroll within a step, which stores the place
 * on this device only, and `isSent: true` when they leave the page. A change of step is always sent. Does nothing if no
 * one is signed in. Otherwise it resolves and rejects as `commit` does.
 */
export async function saveLessonPlace(
  lessonId: LessonId,
  position: LessonPosition,
  { isSent }: { isSent: boolean },
): Promise<void> {
  if (!(await optionalLearnerDb())) return;
  await commit(moveTo, { ...storablePosition(position), lessonId, isSent });
}
