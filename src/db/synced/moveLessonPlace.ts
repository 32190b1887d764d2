import type { LessonId } from "../../domain/ids.ts";
import {
  type LessonPosition,
  lessonPlace,
  storablePosition,
} from "../../entities/lessonPlace/lessonPlace.ts";
import { optionalLearnerDb } from "../store/active.ts";
import { commit, type RowStore } from "./commit.ts";

// Separate from lessonPlaces.ts, because a lesson is read before anything is saved.

/**
 * Stores where the learner is in a lesson. Use `isSent: false` while they scroll within a step, which sends nothing, and
 * `isSent: true` when they leave the page. A change of step is always sent, so that the furthest step is never on this device
 * only. Does nothing if no one is signed in. Otherwise it resolves and rejects as `commit` does.
 */
export async function saveLessonPlace(
  lessonId: LessonId,
  position: LessonPosition,
  { isSent }: { isSent: boolean },
): Promise<void> {
  if (!(await optionalLearnerDb())) return;
  const to = { ...storablePosition(position), lessonId };
  await commit(
    lessonId,
    (rows) => putPlace(rows, to, isSent),
    isSent ? { kind: lessonPlace, content: { ...to, furthest: to.step } } : undefined,
  );
}

export async function putPlace(
  rows: RowStore,
  to: LessonPosition & { lessonId: LessonId },
  isSent: boolean,
): Promise<void> {
  const before = await rows.get(lessonPlace, to.lessonId);
  const isHeld = !isSent && before?.step === to.step;
  await rows.put(lessonPlace, { ...to, furthest: Math.max(to.step, before?.furthest ?? 1) }, { isHeld });
}
