import type { LessonId } from "../domain/ids.ts";
import type { LessonVideo } from "../domain/pack.ts";
import type { LearnerDb } from "./learnerDb.ts";
import type { LessonEntry } from "./rows.ts";

/** Where lesson packs are kept: a learner's own, or the visitor's preview. Only the installer writes to it. */
export type LessonStore = {
  get(lessonId: LessonId): PromiseLike<LessonEntry | undefined>;
  toArray(): PromiseLike<LessonEntry[]>;
  toCollection(): { primaryKeys(): PromiseLike<LessonId[]> };
  each(visit: (entry: LessonEntry) => void): PromiseLike<void>;
  put(entry: LessonEntry): PromiseLike<unknown>;
};

/** What tells a lesson that is here from the one that is published. */
export type InstalledVersion = Pick<LessonEntry, "version" | "hash"> & { video: LessonVideo | null };

/** Which version of which lesson is here. */
export async function installedVersions(store: LessonStore): Promise<Map<LessonId, InstalledVersion>> {
  const installed = new Map<LessonId, InstalledVersion>();
  await store.each(({ lessonId, version, hash, pack }) =>
    installed.set(lessonId, { version, hash, video: pack.video ?? null }),
  );
  return installed;
}

/** Puts a checked lesson in the place of an older version; a newer one that is here already stays. */
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
