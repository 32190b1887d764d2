import type { LessonId } from "../domain/ids.ts";
import { visitorDb } from "./deviceDb.ts";
import type { LearnerDb } from "./learnerDb.ts";
import { dropAllVideos } from "./videoFiles.ts";

/**
 * Makes room by giving up videos and downloaded lessons, which can be fetched again (offline rule 19). The lesson that is
 * open stays, and nothing else of the learner is touched.
 */
export async function evictLessons(db: LearnerDb, keep: LessonId): Promise<void> {
  await dropAllVideos();
  await db.lessons.where("lessonId").notEqual(keep).delete();
  await visitorDb().lessons.clear();
}
