import type { LessonId } from "../../domain/ids.ts";
import { type LessonPlace, lessonPlace } from "../../entities/lessonPlace/lessonPlace.ts";
import { optionalLearnerDb } from "../store/active.ts";
import { readRow } from "./readRows.ts";

/** Where the learner stopped reading. Null if they have not opened the lesson, or no one is signed in. */
export async function loadLessonPlace(lessonId: LessonId): Promise<LessonPlace | null> {
  const db = await optionalLearnerDb();
  return db && readRow(db, lessonPlace, lessonId);
}
