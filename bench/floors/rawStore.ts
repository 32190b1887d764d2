import type { LessonId } from "../../src/domain/ids.ts";

/** Plain IndexedDB: one object store without secondary indexes. */
export function openRawStore(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open("raw", 1);
    request.onupgradeneeded = () => request.result.createObjectStore("rows", { keyPath: ["kind", "key"] });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/**
 * The floor for completing a lesson: writes its three rows in one durable transaction, without reading. Resolves once
 * the transaction is complete.
 */
export function writeRaw(db: IDBDatabase, lessonId: LessonId): Promise<void> {
  return new Promise((resolve, reject) => {
    const transaction = db.transaction("rows", "readwrite", { durability: "strict" });
    const store = transaction.objectStore("rows");
    const [completedAt, since] = [new Date().toISOString(), Date.now()];
    const put = (kind: string, key: string, content: object) =>
      store.put({ kind, key, content, rev: 0, unsent: { since, tries: 0, nextAt: 0, error: null } });
    put("progress", lessonId, { lessonId, completed: true, completedAt, quizScore: null });
    put("achievement", "first_lesson", { type: "first_lesson" });
    put("day", completedAt.slice(0, 10), { day: completedAt.slice(0, 10) });
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });
}
