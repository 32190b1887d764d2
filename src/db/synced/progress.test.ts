import "fake-indexeddb/auto";
import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { LESSON_IDS, requireUserId } from "../../domain/ids.ts";
import { activeState, forgetIdentity, storeIdentity } from "../store/active.ts";
import { type LearnerDb, learnerDb } from "../store/learnerDb.ts";
import { onStoreSignal } from "../store/signals.ts";
import { clearDraft, loadDraft, saveDraft } from "../study/draft.ts";
import { completeLesson, submitQuiz } from "./progress.ts";

const KEY = [0, 1, 2, 3, 0];
let db: LearnerDb;

async function signInSomeone(): Promise<LearnerDb> {
  const userId = requireUserId(randomUUID());
  await storeIdentity({ userId, email: "ada@example.com", mustChangePassword: false });
  return learnerDb(userId);
}

beforeEach(async () => {
  db = await signInSomeone();
});

test("a completed lesson is stored together with its outbox entries (S-057, S-117, S-118)", async () => {
  expect(await completeLesson("3")).toEqual({ newAchievements: ["first_lesson"], alreadyComplete: false });
  expect(await db.progress.get("3")).toMatchObject({ moduleId: "1", completed: true, quizScore: null });
  expect((await db.outbox.toArray()).map((entry) => entry.key)).toEqual([
    "progress:3",
    "achievement:first_lesson",
  ]);
});

test("completing a lesson a second time changes nothing and queues nothing", async () => {
  await completeLesson("3");
  const before = await db.outbox.count();
  expect(await completeLesson("3")).toEqual({ newAchievements: [], alreadyComplete: true });
  expect(await db.outbox.count()).toBe(before);
});

test("four of five correct answers complete a lesson, and three only store a score (S-057, S-071)", async () => {
  const quiz = { lessonId: "2" as const, lessonVersion: 1, correctAnswers: KEY };
  expect(await submitQuiz({ ...quiz, answers: [0, 1, 2, 0, 1] })).toMatchObject({
    scorePercent: 60,
    passed: false,
    newlyComplete: false,
  });
  expect(await db.progress.get("2")).toMatchObject({ completed: false, completedAt: null, quizScore: 60 });
  expect(await submitQuiz({ ...quiz, answers: [0, 1, 2, 3, 1] })).toMatchObject({
    scorePercent: 80,
    passed: true,
    newlyComplete: true,
    newAchievements: ["first_lesson"],
  });
  expect(await db.progress.get("2")).toMatchObject({ completed: true, quizScore: 80 });
  expect(await submitQuiz({ ...quiz, answers: [1, 1, 1, 1, 1] })).toMatchObject({ newlyComplete: false });
  expect(await db.progress.get("2")).toMatchObject({ completed: true, quizScore: 80 });
  expect(await db.attempts.count()).toBe(3);
});

test("completing the first, the fifth and the last lesson earns their achievements (S-060, S-110)", async () => {
  const earned: [string, string[]][] = [];
  for (const lessonId of LESSON_IDS) {
    const { newAchievements } = await completeLesson(lessonId);
    if (newAchievements.length > 0) earned.push([lessonId, newAchievements]);
  }
  expect(earned).toEqual([
    ["1", ["first_lesson"]],
    ["5", ["5_lessons"]],
    ["11", ["course_complete"]],
  ]);
});

test("a quiz result is joined with changes made meanwhile by another tab or a pull, and never overwrites them", async () => {
  await completeLesson("1");
  await db.progress.put({
    lessonId: "2",
    moduleId: "1",
    completed: true,
    completedAt: "2026-01-01T00:00:00.000Z",
    quizScore: 100,
  });
  await submitQuiz({ lessonId: "2", lessonVersion: 1, correctAnswers: KEY, answers: [1, 1, 1, 1, 1] });
  expect(await db.progress.get("2")).toMatchObject({
    completedAt: "2026-01-01T00:00:00.000Z",
    quizScore: 100,
  });
  expect(await db.attempts.count()).toBe(1);
  expect((await db.outbox.toArray()).map((entry) => entry.type)).toEqual([
    "progress",
    "achievement",
    "attempt",
  ]);
});

test("completing a lesson while signed out rejects with the code signedOut (S-074)", async () => {
  await forgetIdentity();
  await expect(completeLesson("1")).rejects.toMatchObject({ name: "StorageFailure", code: "signedOut" });
});

test("one learner's work is never stored in another learner's database (S-074)", async () => {
  await completeLesson("1");
  const other = await signInSomeone();
  await completeLesson("2");
  expect(await other.progress.toCollection().primaryKeys()).toEqual(["2"]);
  expect(await db.progress.toCollection().primaryKeys()).toEqual(["1"]);
  expect(activeState()).toMatchObject({ status: "signedIn" });
});

test("the `written` signal is sent only when the write is durable", async () => {
  const heard: Promise<number>[] = [];
  const off = onStoreSignal((signal) => {
    if (signal === "written") heard.push(db.outbox.count());
  });
  await completeLesson("1");
  off();
  expect(await Promise.all(heard)).toEqual([2]);
});

test("a half-answered quiz is loaded again with the version of the lesson that it answers", async () => {
  const draft = { answers: [2, null, null, null, null], order: [[3, 1, 0, 2]] };
  await saveDraft("2", 4, draft);
  expect(await loadDraft("2")).toMatchObject({ version: 4, draft });
  await clearDraft("2");
  expect(await loadDraft("2")).toBeNull();
});
