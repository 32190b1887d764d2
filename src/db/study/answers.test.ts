import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { signInLearner } from "../../../tests/support/screens/learner.ts";
import { addDays, type LocalDay } from "../../domain/study/studyDays.ts";
import { answer, givenIn, recallIn } from "../../entities/answer/answer.ts";
import { attempt } from "../../entities/attempt/attempt.ts";
import { studyDay } from "../../entities/studyDay/studyDay.ts";
import type { LearnerDb } from "../store/learnerDb.ts";
import { submitQuiz } from "../synced/progress.ts";
import { readRow, readRows } from "../synced/readRows.ts";
import { giveAnswer, recordAnswer } from "./answers.ts";

const TODAY = "2026-11-21" as LocalDay; // It is a valid date.
const KEY = [0, 1, 2, 3, 0];
let db: LearnerDb;

beforeEach(async () => {
  vi.useFakeTimers({ now: Date.parse(`${TODAY}T12:00:00.000Z`), toFake: ["Date"] });
  db = await signInLearner();
});
afterEach(() => vi.useRealTimers());

const takeQuiz = (...answers: number[]) =>
  submitQuiz({ lessonId: "2", lessonVersion: 1, answers, correctAnswers: KEY });
const stored = async () =>
  (await readRows(db, answer)).map((row) => ({
    questionId: row.questionId,
    tries: row.tries,
    ...recallIn(row),
  }));

test("the wrong answers of a quiz come back the next day, and right answers are not stored", async () => {
  await takeQuiz(0, 0, 2, 3, 1);
  expect(await stored()).toEqual([
    { questionId: "quiz/2/2", tries: 1, step: 0, dueOn: addDays(TODAY, 1) },
    { questionId: "quiz/2/5", tries: 1, step: 0, dueOn: addDays(TODAY, 1) },
  ]);
  expect((await readRow(db, answer, "quiz/2/5"))?.first).toMatch(/^[0-9a-f-]{36} 1$/);
});

test("a right answer to a question of a quiz that was wrong before counts, and on its day moves it", async () => {
  await takeQuiz(0, 0, 2, 3, 1);
  vi.setSystemTime(Date.parse(`${addDays(TODAY, 1)}T12:00:00.000Z`));
  await takeQuiz(0, 1, 2, 3, 1);
  expect(await stored()).toEqual([
    { questionId: "quiz/2/2", tries: 2, step: 1, dueOn: addDays(TODAY, 4) },
    { questionId: "quiz/2/5", tries: 2, step: 0, dueOn: addDays(TODAY, 2) },
  ]);
});

test("a question in a text keeps what is chosen before it is checked, and comes back only if the check was wrong", async () => {
  const give = (given: string, isRight: boolean | null) =>
    giveAnswer("text/2/l02-which", given, isRight, null);
  const row = async () => {
    const known = await readRow(db, answer, "text/2/l02-which");
    return { given: givenIn(known), tries: known?.tries, ...recallIn(known) };
  };
  await give("a1b2c3 0 1+", null);
  expect(await row()).toEqual({ given: "a1b2c3 0 1+", tries: 0, step: 0, dueOn: null });
  const back = { step: 0, dueOn: addDays(TODAY, 1) };
  await give("a1b2c3 1 1", false);
  expect(await row()).toEqual({ given: "a1b2c3 1 1", tries: 1, ...back });
  await give("a1b2c3 1 0+", null);
  await give("a1b2c3 2 0", true);
  expect(await row()).toEqual({ given: "a1b2c3 2 0", tries: 2, ...back });
});

test("a quiz and the questions that come back are stored together or not at all", async () => {
  const put = IDBObjectStore.prototype.put;
  const failing = vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(function (
    this: IDBObjectStore,
    row,
  ) {
    if (row.kind === "attempt") throw new DOMException("the browser says no", "UnknownError");
    return put.call(this, row);
  });
  await expect(takeQuiz(1, 1, 1, 1, 1)).rejects.toMatchObject({ code: "unavailable" });
  failing.mockRestore();
  expect([await stored(), await readRows(db, attempt)]).toEqual([[], []]);
});

test("an answer in a review is stored to be sent, counts as study, and comes back if it was wrong", async () => {
  await recordAnswer("review/3/1", 2, true);
  await recordAnswer("review/3/2", null, false);
  expect(await stored()).toEqual([
    { questionId: "review/3/1", tries: 1, step: 0, dueOn: null },
    { questionId: "review/3/2", tries: 1, step: 0, dueOn: addDays(TODAY, 1) },
  ]);
  expect((await readRow(db, answer, "review/3/2"))?.first).toMatch(/ none$/);
  expect((await db.rows.get(["answer", "review/3/1"]))?.unsent).toMatchObject({ tries: 0 });
  expect(await readRows(db, studyDay)).toEqual([{ day: TODAY }]);
});
