import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type LessonId, requireUserId } from "../../domain/ids.ts";
import { progress } from "../../entities/progress/progress.ts";
import { rowStore } from "../synced/commit.ts";
import { completionAt, joinIntoProgress } from "../synced/progress.ts";
import { readRows } from "../synced/readRows.ts";
import { connectLearnerDb, type LearnerDb } from "./learnerDb.ts";
import type { LessonEntry } from "./rows.ts";
import { writeWithRetry } from "./writeWithRetry.ts";

let db: LearnerDb;
const { put: realPut } = IDBObjectStore.prototype;
const put = vi.spyOn(IDBObjectStore.prototype, "put");
afterEach(() => put.mockReset());
beforeEach(() => {
  db = connectLearnerDb(requireUserId(randomUUID()));
});

const fault = (name: string) => new DOMException("the browser says no", name);

/** Makes the next `times` achievements fail, which a transaction stores after its progress, as they would in IndexedDB. */
function failNext(error: DOMException, times: number): void {
  let left = times;
  put.mockImplementation(function (this: IDBObjectStore, value, key) {
    if (value.kind === "achievement" && left > 0) {
      left -= 1;
      throw error;
    }
    return realPut.call(this, value, key);
  });
}

function complete(lessonId: LessonId): Promise<unknown> {
  return writeWithRetry(db, lessonId, () =>
    db.transaction("rw", db.rows, async () => {
      const rows = rowStore(db, Date.now);
      await joinIntoProgress(rows, completionAt(lessonId, Date.now()));
      await rows.flush();
    }),
  );
}
const completed = async () => (await readRows(db, progress)).map(({ lessonId }) => lessonId);

const lesson = (lessonId: LessonId) => ({ lessonId, version: 1 }) as LessonEntry; // Only the key matters here.

test.each(["InvalidStateError", "UnknownError", "AbortError"])(
  "a write that fails once with %s succeeds on the retry",
  async (name) => {
    failNext(fault(name), 1);
    await complete("2");
    expect(await db.rows.orderBy("unsent.since").count()).toBe(2);
  },
);

test("a write that keeps failing rejects with a StorageFailure and stores nothing", async () => {
  failNext(fault("UnknownError"), 10);
  await expect(complete("2")).rejects.toMatchObject({ name: "StorageFailure", code: "unavailable" });
  expect(await db.rows.count()).toBe(0);
});

test("a write succeeds on a full device even if deleting the tokenizer fails", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  vi.stubGlobal("caches", { open: () => Promise.reject(fault("UnknownError")) });
  await db.lessons.bulkPut([lesson("1"), lesson("2")]);
  failNext(fault("QuotaExceededError"), 1);
  await complete("2");
  expect(await completed()).toEqual(["2"]);
  expect(await db.lessons.toCollection().primaryKeys()).toEqual(["2"]);
  vi.unstubAllGlobals();
});

test("a write to a device that stays full rejects with the code quota and keeps the existing rows", async () => {
  for (const lessonId of ["1", "2", "3", "4"] as const) await complete(lessonId);
  const before = await db.rows.toArray();
  failNext(fault("QuotaExceededError"), 10);
  // The fifth lesson earns an achievement.
  await expect(complete("5")).rejects.toMatchObject({ code: "quota" });
  expect(await db.rows.toArray()).toEqual(before);
});

test("a write reopens a database connection that was closed unexpectedly", async () => {
  await complete("1");
  db.close();
  await complete("2");
  expect(await completed()).toEqual(["1", "2"]);
});
