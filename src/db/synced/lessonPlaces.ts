import type { LessonId } from "../../domain/ids.ts";
import { optionalLearnerDb } from "../store/active.ts";
import { readMeta, writeMeta } from "../store/meta.ts";
import type { Place } from "../store/rows.ts";
import { writeWithRetry } from "../store/writeWithRetry.ts";

/** Null if the learner has not opened the lesson. */
export async function loadLessonPlace(lessonId: LessonId): Promise<Place | null> {
  const db = await optionalLearnerDb();
  return (db && (await readMeta(db, "places"))?.[lessonId]) ?? null;
}

export async function saveLessonPlace(
  lessonId: LessonId,
  place: Place,
  _options: { isSent: boolean },
): Promise<void> {
  const db = await optionalLearnerDb();
  if (!db) return;
  await writeWithRetry(db, lessonId, () =>
    db.transaction("rw", db.meta, async () => {
      await writeMeta(db, "places", { ...(await readMeta(db, "places")), [lessonId]: place });
    }),
  );
}
