import { beforeEach, expect, test } from "vitest";
import { signInLearner } from "../../../tests/support/screens/learner.ts";
import { LESSON_IDS } from "../../domain/ids.ts";
import { progress } from "../../entities/progress/progress.ts";
import { activeState, forgetIdentity } from "../store/active.ts";
import type { LearnerDb } from "../store/learnerDb.ts";
import { onStoreSignal } from "../store/signals.ts";
import { clearDraft, loadDraft, saveDraft } from "../study/draft.ts";
import { completeLesson, submitQuiz } from "./progress.ts";
import { unsentWork } from "./queue.ts";
import { readRow, readRows } from "./readRows.ts";

const KEY = [0, 1, 2, 3, 0];
let db: LearnerDb;

beforeEach(async () => {
  db = await signInLearner();
});

const progressIn = (lessonId: string) => readRow(db, progress, lessonId);
const unsentWorkIds = async () => (await unsentWork(db)).map(({ kind, key }) => `${kind} ${key}`).sort();

test("a completed lesson and its achievement are stored as unsent (S-057, S-117, S-118)", async () => {
  expect(await completeLesson("3")).toEqual({ newAchievements: ["first_lesson"], alreadyComplete: false });
  expect(await progressIn("3")).toMatchObject({ completed: true, quizScore: null });
  expect(await unsentWorkIds()).toEqual(["achievement first_lesson", "progress 3"]);
});

test("completing a lesson a second time changes nothing", async () => {
  await completeLesson("3");
  const before = await db.rows.toArray();
  expect(await completeLesson("3")).toEqual({ newAchievements: [], alreadyComplete: true });
  expect(await db.rows.toArray()).toEqual(before);
});

test("four of five correct answers complete a lesson, and three only store a score (S-057, S-071)", async () => {
  const quiz = { lessonId: "2" as const, lessonVersion: 1, correctAnswers: KEY };
  expect(await submitQuiz({ ...quiz, answers: [0, 1, 2, 0, 1] })).toMatchObject({
    scorePercent: 60,
    passed: false,
    newlyComplete: false,
  });
  expect(await progressIn("2")).toMatchObject({ completed: false, completedAt: null, quizScore: 60 });
  expect(await submitQuiz({ ...quiz, answers: [0, 1, 2, 3, 1] })).toMatchObject({
    scorePercent: 80,
    passed: true,
    newlyComplete: true,
    newAchievements: ["first_lesson"],
  });
  expect(await progressIn("2")).toMatchObject({ completed: true, quizScore: 80 });
  expect(await submitQuiz({ ...quiz, answers: [1, 1, 1, 1, 1] })).toMatchObject({ newlyComplete: false });
  expect(await progressIn("2")).toMatchObject({ completed: true, quizScore: 80 });
  expect(await db.rows.where({ kind: "attempt" }).count()).toBe(3);
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
  const pulled = { lessonId: "2", completed: true, completedAt: "2026-01-01T00:00:00.000Z", quizScore: 100 };
  await db.rows.put({ kind: "progress", key: "2", content: pulled, rev: 5 });
  await submitQuiz({ lessonId: "2", lessonVersion: 1, correctAnswers: KEY, answers: [1, 1, 1, 1, 1] });
  expect(await progressIn("2")).toEqual(pulled);
  expect(await db.rows.where({ kind: "attempt" }).count()).toBe(1);
  // Only the server changes a score, so the joined progress has nothing to send.
  expect(await unsentWorkIds()).not.toContain("progress 2");
});

test("completing a lesson while signed out rejects with the code signedOut (S-074)", async () => {
  await forgetIdentity();
  await expect(completeLesson("1")).rejects.toMatchObject({ name: "StorageFailure", code: "signedOut" });
});

test("one learner's work is never stored in another learner's database (S-074)", async () => {
  await completeLesson("1");
  const other = await signInLearner();
  await completeLesson("2");
  expect((await readRows(other, progress)).map(({ lessonId }) => lessonId)).toEqual(["2"]);
  expect((await readRows(db, progress)).map(({ lessonId }) => lessonId)).toEqual(["1"]);
  expect(activeState()).toMatchObject({ status: "signedIn" });
});

test("the `written` signal is sent only when the write is durable", async () => {
  const heard: Promise<number>[] = [];
  const off = onStoreSignal((signal) => {
    if (signal === "written") heard.push(unsentWork(db).then((rows) => rows.length));
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
