import "fake-indexeddb/auto";
import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type LessonId, requireUserId } from "../domain/ids.ts";
import { durably } from "./durably.ts";
import { connectLearnerDb, type LearnerDb } from "./learnerDb.ts";
import { record } from "./record.ts";
import type { AttemptEntry, LessonEntry } from "./rows.ts";
import { newStamp } from "./stamp.ts";
import { completion } from "./standing.ts";

let db: LearnerDb;
const add = vi.spyOn(IDBObjectStore.prototype, "add");
afterEach(() => add.mockReset());
beforeEach(() => {
  db = connectLearnerDb(requireUserId(randomUUID()));
});

const fault = (name: string) => new DOMException("the browser says no", name);

/** Makes the next `times` additions to the queue fail as IndexedDB would, in the middle of their transaction. */
function failNext(error: DOMException, times: number): void {
  for (let count = 0; count < times; count += 1) {
    add.mockImplementationOnce(() => {
      throw error;
    });
  }
}

function complete(lessonId: LessonId): Promise<unknown> {
  const stamp = newStamp();
  return durably(db, lessonId, () => record(db, { progress: completion(lessonId, stamp) }, stamp));
}

const lesson = (lessonId: LessonId) => ({ lessonId, version: 1 }) as LessonEntry; // only its key matters here

test.each(["InvalidStateError", "UnknownError", "AbortError"])(
  "a write that fails once with %s is made after all",
  async (name) => {
    failNext(fault(name), 1);
    await complete("2");
    expect(await db.progress.count()).toBe(1);
    expect(await db.outbox.count()).toBe(2);
  },
);

test("a write that keeps failing is refused in words, with nothing half stored", async () => {
  failNext(fault("UnknownError"), 10);
  await expect(complete("2")).rejects.toMatchObject({ name: "StorageFailure", code: "unavailable" });
  expect(await db.progress.count()).toBe(0);
  expect(await db.outbox.count()).toBe(0);
});

test("a write of which one part is refused when all was asked for stores nothing", async () => {
  const stamp = newStamp();
  const attempt = { id: stamp.attemptId(), lessonId: "2", passed: true } as AttemptEntry; // what the store looks at
  await db.attempts.add(attempt);
  const writing = record(db, { progress: completion("2", stamp), attempt }, stamp);
  await expect(writing).rejects.toMatchObject({ name: "ConstraintError" });
  expect(await db.progress.count()).toBe(0);
  expect(await db.outbox.count()).toBe(0);
});

test("work is kept on a full device also where the browser's store of files fails", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  vi.stubGlobal("caches", { delete: () => Promise.reject(fault("UnknownError")) });
  await db.lessons.bulkPut([lesson("1"), lesson("2")]);
  failNext(fault("QuotaExceededError"), 1);
  await complete("2");
  expect(await db.outbox.count()).toBe(2);
  expect(await db.lessons.toCollection().primaryKeys()).toEqual(["2"]);
  vi.unstubAllGlobals();
});

test("a full device gives up downloaded lessons before it gives up work, and never the open one", async () => {
  await db.lessons.bulkPut([lesson("1"), lesson("2"), lesson("3")]);
  failNext(fault("QuotaExceededError"), 1);
  await complete("2");
  expect(await db.outbox.count()).toBe(2);
  expect(await db.lessons.toCollection().primaryKeys()).toEqual(["2"]);
});

test("a device that stays full says so and keeps what was there", async () => {
  await complete("1");
  failNext(fault("QuotaExceededError"), 10);
  await expect(complete("2")).rejects.toMatchObject({ code: "quota" });
  expect(await db.progress.toCollection().primaryKeys()).toEqual(["1"]);
  expect(await db.outbox.count()).toBe(2);
});

test("a connection that was closed under the page is opened again", async () => {
  await complete("1");
  db.close();
  await complete("2");
  expect(await db.progress.count()).toBe(2);
});
