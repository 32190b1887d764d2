import { Dexie } from "dexie";
import type { LessonId } from "../domain/ids.ts";
import { evictLessons } from "./evictLessons.ts";
import type { LearnerDb } from "./learnerDb.ts";
import { StorageFailure } from "./storageFailure.ts";

/**
 * Runs one write and resolves when its transaction is complete. A first failure is met once: a full device gives
 * up downloaded lessons, a lost connection is opened again. A second one is thrown as StorageFailure (offline
 * rule 3). `work` must repeat the very same change when it is called again.
 */
export async function durably<T>(db: LearnerDb, lessonId: LessonId, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (first) {
    if (isBug(first)) throw first;
    try {
      if (isQuota(first)) await evictLessons(db, lessonId);
      else await reopen(db);
      return await work();
    } catch (second) {
      throw asStorageFailure(second);
    }
  }
}

const reopenings = new WeakMap<LearnerDb, Promise<unknown>>();

/** Writes that failed together share one new connection: a second close would take it from the first. */
function reopen(db: LearnerDb): Promise<unknown> {
  const under = reopenings.get(db);
  if (under) return under;
  db.close({ disableAutoOpen: false });
  const opening = Promise.resolve(db.open()).finally(() => reopenings.delete(db));
  reopenings.set(db, opening);
  return opening;
}

function asStorageFailure(error: unknown): StorageFailure {
  if (isQuota(error)) return new StorageFailure("quota", "This device has no room left.", { cause: error });
  return new StorageFailure("unavailable", "The browser could not store this.", { cause: error });
}

/** Dexie wraps what IndexedDB said: an AbortError carries the reason in `inner`. */
function isQuota(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.name === Dexie.errnames.QuotaExceeded) return true;
  return "inner" in error && isQuota(error.inner);
}

/** Errors that no second try can mend and that are ours: they belong on the error page, not in a storage message. */
function isBug(error: unknown): boolean {
  return error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError;
}
