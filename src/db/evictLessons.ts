import type { LessonId } from "../domain/ids.ts";
import { visitorDb } from "./deviceDb.ts";
import type { LearnerDb } from "./learnerDb.ts";
import { dropAllVideos } from "./videoFiles.ts";

/**
 * Makes room by giving up downloaded lessons and videos, which can be fetched again (offline rule 19). The lesson that is
 * open stays, and nothing else of the learner is touched.
 */
export async function evictLessons(db: LearnerDb, keep: LessonId): Promise<void> {
  await db.lessons.where("lessonId").notEqual(keep).delete();
  await visitorDb().lessons.clear();
  // Last, because the browser's store of files may fail on its own, and the learner's work must not wait for it.
  await dropAllVideos().catch((error: unknown) => console.warn("Videos could not be given up", error));
}
