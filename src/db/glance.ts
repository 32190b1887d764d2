import type { LessonId, UserId } from "../domain/ids.ts";
import type { LessonPack } from "../domain/pack.ts";
import type { Progress } from "../domain/progress.ts";
import { DEVICE_DB, learnerDbName } from "./names.ts";
import type { Identity, LessonEntry, MetaEntry, Place } from "./rows.ts";

/** What is needed to begin to read. */
export type Glance = { pack: LessonPack; completed: boolean; place: Place | null };

/**
 * A lesson as this device keeps it for its active learner, by IndexedDB itself: the worker answers with it, before
 * the library that everything else goes through has come. Null when nobody is signed in, when the lesson is not here,
 * or when this person may not read it (yet): the stored identity decides (offline rule 14). Rejects with what the
 * database said.
 */
export async function glanceAtLesson(lessonId: LessonId): Promise<Glance | null> {
  const identity = await readIdentity();
  return identity && !identity.mustChangePassword ? readLesson(identity.userId, lessonId) : null;
}

async function readIdentity(): Promise<Identity | undefined> {
  return withDb(DEVICE_DB, (db) =>
    answer<Identity>(db.transaction("identity").objectStore("identity").get("active")),
  );
}

async function readLesson(userId: UserId, lessonId: LessonId): Promise<Glance | null> {
  const glance = await withDb(learnerDbName(userId), async (db) => {
    const transaction = db.transaction(["lessons", "progress", "meta"]);
    const meta = transaction.objectStore("meta");
    const [lesson, progress, enrollment, places] = await Promise.all([
      answer<LessonEntry>(transaction.objectStore("lessons").get(lessonId)),
      answer<Progress>(transaction.objectStore("progress").get(lessonId)),
      answer<MetaOf<"enrollment">>(meta.get("enrollment")),
      answer<MetaOf<"places">>(meta.get("places")),
    ]);
    if (!lesson || enrollment?.value === "notEnrolled") return null;
    return {
      pack: lesson.pack,
      completed: progress?.completed ?? false,
      place: places?.value[lessonId] ?? null,
    };
  });
  return glance ?? null;
}

type MetaOf<K extends MetaEntry["key"]> = Extract<MetaEntry, { key: K }>;

/** Closed again at once: an open connection would hold up whoever upgrades or removes the database. */
async function withDb<T>(name: string, read: (db: IDBDatabase) => Promise<T>): Promise<T | undefined> {
  const db = await openExisting(name);
  if (!db) return undefined;
  try {
    return await read(db);
  } finally {
    db.close();
  }
}

/** In whatever version it is. Null when there is none: it is not for a glance to make one. */
function openExisting(name: string): Promise<IDBDatabase | null> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name);
    let isNew = false;
    request.onupgradeneeded = () => {
      isNew = true;
      request.transaction?.abort();
    };
    request.onsuccess = () => {
      const db = request.result;
      // Another tab upgrades or removes it at this very moment.
      db.onversionchange = () => db.close();
      resolve(db);
    };
    request.onerror = () => (isNew ? resolve(null) : reject(request.error));
  });
}

/** The row, whose type the name of its store says. */
function answer<Row>(request: IDBRequest<Row | undefined>): Promise<Row | undefined> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
