import type { LessonId } from "../../domain/ids.ts";
import type { LessonPlace, LessonPosition, StoredPlace } from "../../entities/lessonPlace/lessonPlace.ts";
import { LOADING, type Loading, useLearner } from "../live.ts";
import { optionalLearnerDb } from "../store/active.ts";

/** Where the learner stopped reading each lesson. Visitors have no places. */

/** The places of all lessons that the learner has opened. Signed out: ready and empty. */
export function useLessonPlaces():
  | Loading
  | { status: "ready"; byLesson: ReadonlyMap<LessonId, LessonPlace> } {
  const places = useLearner<StoredPlace[]>("places", (db) => db.lessonPlaces.toArray(), []);
  if (!places) return LOADING;
  return { status: "ready", byLesson: new Map(places.value.map((place) => [place.lessonId, place])) };
}

/** Null if the learner has not opened the lesson, or no one is signed in. */
export async function loadLessonPlace(lessonId: LessonId): Promise<LessonPlace | null> {
  const db = await optionalLearnerDb();
  return (await db?.lessonPlaces.get(lessonId)) ?? null;
}

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
  // Loaded when it is first needed, because a lesson is read before anything is saved.
  const [{ commit }, { moveTo, storablePosition }] = await Promise.all([
    import("./commit.ts"),
    import("../../entities/lessonPlace/lessonPlace.ts"),
  ]);
  await commit(moveTo, { ...storablePosition(position), lessonId, isSent });
}
