import type { LessonId } from "../../domain/ids.ts";
import { dropTokenizer } from "../lessons/tokenizerFile.ts";
import { dropAllVideos } from "../lessons/videoFiles.ts";
import { visitorDb } from "./deviceDb.ts";
import type { LearnerDb } from "./learnerDb.ts";

/**
 * Frees space by deleting downloaded lessons, videos and the tokenizer, which can be downloaded again (offline rule 19). The open
 * lesson stays, and no other data of the learner is touched.
 */
export async function evictLessons(db: LearnerDb, keep: LessonId | null): Promise<void> {
  await db.lessons
    .where("lessonId")
    .notEqual(keep ?? "")
    .delete();
  await visitorDb().lessons.clear();
  // Last, because Cache Storage may fail separately, and that must not stop the learner's work from being stored.
  await Promise.all([dropAllVideos(), dropTokenizer()]).catch((error: unknown) =>
    console.warn("Videos could not be deleted to free space", error),
  );
}
