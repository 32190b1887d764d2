import type { LessonId } from "../../domain/ids.ts";
import { optionalLearnerDb } from "../store/active.ts";
import { readMeta, writeMeta } from "../store/meta.ts";
import type { Place } from "../store/rows.ts";
import { writeWithRetry } from "../store/writeWithRetry.ts";

/** Records where the learner stopped reading each lesson. Stored on this device only, and not for visitors. */

/** Null if the lesson opens at its beginning. */
export async function loadPlace(lessonId: LessonId): Promise<Place | null> {
  const db = await optionalLearnerDb();
  return (db && (await readMeta(db, "places"))?.[lessonId]) ?? null;
}

/** Null deletes the place. */
export async function savePlace(lessonId: LessonId, place: Place | null): Promise<void> {
  const db = await optionalLearnerDb();
  if (!db) return;
  await writeWithRetry(db, lessonId, () =>
    db.transaction("rw", db.meta, async () => {
      const { [lessonId]: _, ...others } = (await readMeta(db, "places")) ?? {};
      await writeMeta(db, "places", place ? { ...others, [lessonId]: place } : others);
    }),
  );
}
