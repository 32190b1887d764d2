import { Dexie } from "dexie";
import type { LessonId } from "../../domain/ids.ts";
import { dropTokenizer } from "../lessons/tokenizerFile.ts";
import { visitorDb } from "./deviceDb.ts";
import type { LearnerDb } from "./learnerDb.ts";
import { StorageFailure } from "./storageFailure.ts";

/**
 * Runs one write and resolves when its transaction is complete. After a first failure it retries once: on a full device
 * it deletes downloaded lessons, otherwise it reopens the connection. A second failure is thrown as StorageFailure
 * (offline rule 3). `work` must repeat exactly the same change when it is called again.
 */
export async function writeWithRetry<T>(
  db: LearnerDb,
  lessonId: LessonId | null,
  work: (isRetry: boolean) => Promise<T>,
): Promise<T> {
  try {
    return await work(false);
  } catch (first) {
    if (isBug(first)) throw first;
    try {
      if (isQuota(first)) await evictLessons(db, lessonId);
      else await reopen(db);
      return await work(true);
    } catch (second) {
      throw asStorageFailure(second);
    }
  }
}

const reopenings = new WeakMap<LearnerDb, Promise<unknown>>();

/**
 * Writes that failed together reopen the connection only once: closing it a second time would break the first retry.
 */
function reopen(db: LearnerDb): Promise<unknown> {
  const running = reopenings.get(db);
  if (running) return running;
  db.close({ disableAutoOpen: false });
  const opening = Promise.resolve(db.open()).finally(() => reopenings.delete(db));
  reopenings.set(db, opening);
  return opening;
}

function asStorageFailure(error: unknown): StorageFailure {
  if (isQuota(error))
    return new StorageFailure("quota", "This device is out of storage space.", { cause: error });
  return new StorageFailure("unavailable", "The browser could not store this.", { cause: error });
}

/** Dexie wraps the errors of IndexedDB: an AbortError carries the reason in `inner`. */
function isQuota(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.name === Dexie.errnames.QuotaExceeded) return true;
  return "inner" in error && isQuota(error.inner);
}

/** Programming errors: a retry cannot fix them, and they belong on the error page, not in a storage message. */
function isBug(error: unknown): boolean {
  return error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError;
}

/**
 * Frees space by deleting downloaded lessons and the tokenizer, which can be downloaded again (offline rule 19). The open
 * lesson stays, and no other data of the learner is touched.
 */
async function evictLessons(db: LearnerDb, keep: LessonId | null): Promise<void> {
  await db.lessons
    .where("lessonId")
    .notEqual(keep ?? "")
    .delete();
  await visitorDb().lessons.clear();
  // Last, because Cache Storage may fail separately, and that must not stop the learner's work from being stored.
  await dropTokenizer().catch((error: unknown) =>
    console.warn("The tokenizer could not be deleted to free space", error),
  );
}
