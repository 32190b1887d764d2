import type { LessonId } from "../domain/ids.ts";
import { visitorDb } from "./deviceDb.ts";
import type { LearnerDb } from "./learnerDb.ts";

/**
 * Makes room by giving up downloaded lessons, which can be fetched again (offline rule 19). The lesson that is
 * open stays, and nothing else of the learner is touched.
 */
export async function evictLessons(db: LearnerDb, keep: LessonId): Promise<void> {
  await db.lessons.where("lessonId").notEqual(keep).delete();
  await visitorDb().lessons.clear();
}
