import { COURSE_ID, type LessonId } from "../../src/domain/ids.ts";

/** Plain IndexedDB: three object stores without secondary indexes. */
export function openRawStore(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open("raw", 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("progress", { keyPath: "lessonId" });
      request.result.createObjectStore("achievements", { keyPath: "type" });
      request.result.createObjectStore("outbox", { keyPath: "seq", autoIncrement: true });
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/**
 * The floor for completing a lesson: writes its three rows in one durable transaction, without reading. Resolves once
 * the transaction is complete.
 */
export function writeRaw(db: IDBDatabase, lessonId: LessonId, moduleId: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const transaction = db.transaction(["progress", "achievements", "outbox"], "readwrite", {
      durability: "strict",
    });
    const at = new Date().toISOString();
    const payload = { course_id: COURSE_ID, module_id: moduleId, lesson_id: lessonId, completed_at: at };
    transaction
      .objectStore("progress")
      .put({ lessonId, moduleId, completed: true, completedAt: at, quizScore: null });
    transaction.objectStore("achievements").put({ type: "first_lesson" });
    transaction
      .objectStore("outbox")
      .add({ opId: crypto.randomUUID(), type: "progress", clientAt: at, payload });
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });
}
