// @vitest-environment jsdom
import "fake-indexeddb/auto";
import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { requireUserId, type UserId } from "../../domain/ids.ts";
import { storeIdentity } from "../store/active.ts";
import { connectLearnerDb } from "../store/learnerDb.ts";
import { mirroredEntries } from "./mirror.ts";
import { completeLesson, submitQuiz } from "./progress.ts";
import { restoreFromMirror } from "./restore.ts";
import { writeWorkbookField } from "./workbook.ts";

/** What another tab does between the first attempt at a write and its retry. */
let betweenTries: () => Promise<unknown> = async () => undefined;
vi.mock("../store/writeWithRetry.ts", async (original) => {
  const actual = await original<typeof import("../store/writeWithRetry.ts")>();
  return {
    writeWithRetry: ((db, lessonId, work) =>
      actual.writeWithRetry(db, lessonId, async (isRetry) => {
        if (isRetry) await betweenTries();
        return work(isRetry);
      })) satisfies typeof actual.writeWithRetry,
  };
});

let userId: UserId;
beforeEach(async () => {
  localStorage.clear();
  userId = requireUserId(randomUUID());
  await storeIdentity({ userId, email: "ada@example.com", mustChangePassword: false });
});
afterEach(() => {
  betweenTries = async () => undefined;
  for (const spy of spies.splice(0)) spy.mockRestore();
});

const failingAdd = (name: string) => () => {
  throw Object.assign(new Error("the database failed"), { name });
};
/** The spies of the current test. They are restored after it. */
const spies: { mockRestore(): void }[] = [];
function spyOnAdd() {
  const spy = vi.spyOn(IDBObjectStore.prototype, "add");
  spies.push(spy);
  return spy;
}

test("text that could not be stored stays in the mirror and is restored at the next start", async () => {
  const full = spyOnAdd().mockImplementation(failingAdd("QuotaExceededError"));
  await expect(writeWorkbookField("l03-prompt", "Goal, context")).rejects.toMatchObject({ code: "quota" });
  full.mockRestore();
  const db = connectLearnerDb(userId);
  expect(await restoreFromMirror(db, userId)).toBe(1);
  expect(await db.workbook.get("l03-prompt")).toMatchObject({ value: "Goal, context" });
});

test("a completion that could not be stored is removed from the mirror, because the learner sees that it failed", async () => {
  spyOnAdd().mockImplementation(failingAdd("QuotaExceededError"));
  await expect(completeLesson("1")).rejects.toMatchObject({ code: "quota" });
  expect(mirroredEntries(userId)).toEqual([]);
});

test("if the page is closed while a completion is being stored, the mirror has the completion and its achievement", async () => {
  const duringTransaction = vi.fn(() => mirroredEntries(userId).map(({ type }) => type));
  const commit = IDBTransaction.prototype.commit;
  spies.push(
    vi.spyOn(IDBTransaction.prototype, "commit").mockImplementation(function (this: IDBTransaction) {
      duringTransaction();
      commit.call(this);
    }),
  );
  await completeLesson("1");
  expect(duringTransaction.mock.results.map(({ value }) => value)).toContainEqual([
    "progress",
    "achievement",
  ]);
});

test("the retry stores a quiz attempt even if another tab has restored the first try from the mirror", async () => {
  const db = connectLearnerDb(userId);
  spyOnAdd().mockImplementationOnce(failingAdd("UnknownError"));
  betweenTries = () => restoreFromMirror(db, userId);
  await submitQuiz({ lessonId: "1", lessonVersion: 1, answers: [0], correctAnswers: [0] });
  expect(await db.attempts.count()).toBe(1);
  const attempts = (await db.outbox.toArray()).filter(({ type }) => type === "attempt");
  // The server stores an attempt once for each id.
  expect(new Set(attempts.map(({ payload }) => (payload as { id: string }).id)).size).toBe(1);
});

test("the mirror keeps the copy of a change that another tab has restored to the outbox", async () => {
  const db = connectLearnerDb(userId);
  spyOnAdd().mockImplementationOnce(failingAdd("UnknownError"));
  betweenTries = () => restoreFromMirror(db, userId);
  await completeLesson("1");
  const queued = (await db.outbox.toArray()).map(({ opId }) => opId);
  expect(mirroredEntries(userId).map(({ opId }) => opId)).toEqual(expect.arrayContaining(queued));
});
