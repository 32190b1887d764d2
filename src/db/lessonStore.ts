import type { LessonId } from "../domain/ids.ts";
import { visitorDb } from "./deviceDb.ts";
import { type LearnerDb, learnerDb } from "./learnerDb.ts";
import type { Identity, LessonEntry } from "./rows.ts";

/** Where lesson packs are kept: a learner's own, or the visitor's preview. Only the installer writes to it. */
export type LessonStore = LearnerDb["lessons"];

export function lessonStore(userId: Identity["userId"] | null): LessonStore {
  return userId ? learnerDb(userId).lessons : visitorDb().lessons;
}

/** Which version of which lesson is here. */
export async function installedVersions(
  store: LessonStore,
): Promise<Map<LessonId, Pick<LessonEntry, "version" | "hash">>> {
  const installed = new Map<LessonId, Pick<LessonEntry, "version" | "hash">>();
  await store.each(({ lessonId, version, hash }) => installed.set(lessonId, { version, hash }));
  return installed;
}

/** Puts a checked lesson in the place of an older version; a newer one that is here already stays. */
export async function putLesson(store: LessonStore, entry: LessonEntry): Promise<void> {
  await store.db.transaction("rw", store, async () => {
    const current = await store.get(entry.lessonId);
    if (!current || current.version <= entry.version) await store.put(entry);
  });
}
