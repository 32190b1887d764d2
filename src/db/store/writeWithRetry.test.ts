import "fake-indexeddb/auto";
import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type LessonId, requireUserId } from "../../domain/ids.ts";
import { type Attempt, submittedAttempt } from "../../entities/attempt/attempt.ts";
import { completion } from "../../entities/progress/progress.ts";
import { newStamp } from "../../entities/stamp.ts";
import { storeChange } from "../synced/commit.ts";
import { connectLearnerDb, type LearnerDb } from "./learnerDb.ts";
import type { LessonEntry } from "./rows.ts";
import { writeWithRetry } from "./writeWithRetry.ts";

let db: LearnerDb;
const add = vi.spyOn(IDBObjectStore.prototype, "add");
afterEach(() => add.mockReset());
beforeEach(() => {
  db = connectLearnerDb(requireUserId(randomUUID()));
});

const fault = (name: string) => new DOMException("the browser says no", name);

/** Makes the next `times` additions to the outbox fail in the middle of a transaction, as they would in IndexedDB. */
function failNext(error: DOMException, times: number): void {
  for (let count = 0; count < times; count += 1) {
    add.mockImplementationOnce(() => {
      throw error;
    });
  }
}

function complete(lessonId: LessonId): Promise<unknown> {
  const stamp = newStamp();
  return writeWithRetry(db, lessonId, () => storeChange(db, completion, lessonId, stamp));
}

const lesson = (lessonId: LessonId) => ({ lessonId, version: 1 }) as LessonEntry; // Only the key matters here.

test.each(["InvalidStateError", "UnknownError", "AbortError"])(
  "a write that fails once with %s succeeds on the retry",
  async (name) => {
    failNext(fault(name), 1);
    await complete("2");
    expect(await db.progress.count()).toBe(1);
    expect(await db.outbox.count()).toBe(2);
  },
);

test("a write that keeps failing rejects with a StorageFailure and stores nothing", async () => {
  failNext(fault("UnknownError"), 10);
  await expect(complete("2")).rejects.toMatchObject({ name: "StorageFailure", code: "unavailable" });
  expect(await db.progress.count()).toBe(0);
  expect(await db.outbox.count()).toBe(0);
});

test("a write stores nothing if one of its requests fails after all of them were issued", async () => {
  const stamp = newStamp();
  const attempt = { id: stamp.attemptId, lessonId: "2", passed: true } as Attempt; // These are the only fields that the store reads.
  await db.attempts.add(attempt);
  const writing = storeChange(db, submittedAttempt, attempt, stamp);
  await expect(writing).rejects.toMatchObject({ name: "ConstraintError" });
  expect(await db.progress.count()).toBe(0);
  expect(await db.outbox.count()).toBe(0);
});

test("a write succeeds on a full device even if deleting the videos fails", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  vi.stubGlobal("caches", { delete: () => Promise.reject(fault("UnknownError")) });
  await db.lessons.bulkPut([lesson("1"), lesson("2")]);
  failNext(fault("QuotaExceededError"), 1);
  await complete("2");
  expect(await db.outbox.count()).toBe(2);
  expect(await db.lessons.toCollection().primaryKeys()).toEqual(["2"]);
  vi.unstubAllGlobals();
});

test("a write to a full device deletes downloaded lessons to make room, but never the open lesson", async () => {
  await db.lessons.bulkPut([lesson("1"), lesson("2"), lesson("3")]);
  failNext(fault("QuotaExceededError"), 1);
  await complete("2");
  expect(await db.outbox.count()).toBe(2);
  expect(await db.lessons.toCollection().primaryKeys()).toEqual(["2"]);
});

test("a write to a device that stays full rejects with the code quota and keeps the existing rows", async () => {
  await complete("1");
  failNext(fault("QuotaExceededError"), 10);
  await expect(complete("2")).rejects.toMatchObject({ code: "quota" });
  expect(await db.progress.toCollection().primaryKeys()).toEqual(["1"]);
  expect(await db.outbox.count()).toBe(2);
});

test("a write reopens a database connection that was closed unexpectedly", async () => {
  await complete("1");
  db.close();
  await complete("2");
  expect(await db.progress.count()).toBe(2);
});
