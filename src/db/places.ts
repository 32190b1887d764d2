import type { LessonId } from "../domain/ids.ts";
import { optionalLearnerDb } from "./active.ts";
import { durably } from "./durably.ts";
import { readMeta, writeMeta } from "./meta.ts";
import type { Place } from "./rows.ts";

/** Where the learner stopped reading each lesson stays on this device. With nobody signed in nothing is kept. */

/** Null for a lesson that is read from its beginning. */
export async function loadPlace(lessonId: LessonId): Promise<Place | null> {
  const db = await optionalLearnerDb();
  return (db && (await readMeta(db, "places"))?.[lessonId]) ?? null;
}

/** Null forgets. */
export async function savePlace(lessonId: LessonId, place: Place | null): Promise<void> {
  const db = await optionalLearnerDb();
  if (!db) return;
  await durably(db, lessonId, () =>
    db.transaction("rw", db.meta, async () => {
      const { [lessonId]: _, ...others } = (await readMeta(db, "places")) ?? {};
      await writeMeta(db, "places", place ? { ...others, [lessonId]: place } : others);
    }),
  );
}
