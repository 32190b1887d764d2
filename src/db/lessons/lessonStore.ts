import type { LessonId } from "../../domain/ids.ts";
import type { LearnerDb } from "../store/learnerDb.ts";
import type { LessonEntry } from "../store/rows.ts";

/** A store of lesson packs: the learner's, or the visitor's preview. Only the installer writes to it. */
export type LessonStore = {
  get(lessonId: LessonId): PromiseLike<LessonEntry | undefined>;
  toArray(): PromiseLike<LessonEntry[]>;
  toCollection(): { primaryKeys(): PromiseLike<LessonId[]> };
  each(visit: (entry: LessonEntry) => void): PromiseLike<void>;
  put(entry: LessonEntry): PromiseLike<unknown>;
};

/** The properties that show whether an installed lesson differs from the published one. */
type InstalledVersion = Pick<LessonEntry, "version" | "hash">;

export async function installedVersions(store: LessonStore): Promise<Map<LessonId, InstalledVersion>> {
  const installed = new Map<LessonId, InstalledVersion>();
  await store.each(({ lessonId, version, hash }) => installed.set(lessonId, { version, hash }));
  return installed;
}

/** Stores a verified lesson, unless a newer version is already stored. */
export async function putLesson(
  store: LessonStore | LearnerDb["lessons"],
  entry: LessonEntry,
): Promise<void> {
  const replace = async () => {
    const current = await store.get(entry.lessonId);
    if (!current || current.version <= entry.version) await store.put(entry);
  };
  await ("db" in store ? store.db.transaction("rw", store, replace) : replace());
}
