import type { LessonId } from "../../domain/ids.ts";
import type { LessonPlace, StoredPlace } from "../../entities/lessonPlace/lessonPlace.ts";
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
