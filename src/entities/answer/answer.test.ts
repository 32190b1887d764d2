import { expect, test } from "vitest";
import { NOT_ASKED } from "../../domain/study/recall.ts";
import { addDays, type LocalDay } from "../../domain/study/studyDays.ts";
import { joinRows } from "../row.ts";
import { newStamp } from "../stamp.ts";
import { type Answer, answer, answerAgain, firstChosen, lessonOfQuestion } from "./answer.ts";

const TODAY = "2026-11-21" as LocalDay; // It is a valid date.
const [EARLY, LATE] = [newStamp(Date.UTC(2026, 10, 20)), newStamp(Date.UTC(2026, 10, 21))];
const ID = "quiz/3/2";
const answered = (stamp: string, chosen: number | null, dueOn: LocalDay | null) =>
  answerAgain(null, { questionId: ID, chosen, stamp }, { step: 0, dueOn });

test("two devices that answer the same question keep the first answer, the greater count, and the later day", () => {
  const early = answered(EARLY, 3, addDays(TODAY, 1));
  const again = answerAgain(
    early,
    { questionId: ID, chosen: 1, stamp: LATE },
    { step: 1, dueOn: addDays(TODAY, 4) },
  );
  const other = answered(LATE, null, addDays(TODAY, 2));
  const row = (content: Answer, stamp: string) => ({ kind: "answer", key: ID, content, stamp });
  const joined = joinRows(answer, row(again, newStamp(0, EARLY)), row(other, LATE), "mine");
  expect(joined.content).toEqual({ ...other, first: early.first, tries: 2 });
});

test("the first answer stays whatever is chosen later, and answers are counted to a thousand", () => {
  const first = answered(EARLY, null, null);
  const later = answerAgain({ ...first, tries: 1000 }, { questionId: ID, chosen: 2, stamp: LATE }, NOT_ASKED);
  expect([firstChosen(first), firstChosen(later), later.tries]).toEqual([null, null, 1000]);
  expect(firstChosen(answered(LATE, 0, null))).toBe(0);
});

test.each([
  ["quiz/3/2", "Answer to question 2 of the quiz of lesson 3"],
  ["review/10/5", "Answer to question 5 of the review after lesson 10"],
  ["text/4/which-rule", "Answer in lesson 4"],
] as const)("%s belongs to its lesson and has a name in the list of unsent work", (questionId, label) => {
  const content = { ...answered(EARLY, 1, null), questionId };
  expect(answer.schema().safeParse(content).error).toBeUndefined();
  expect(answer.label(content)).toBe(label);
  expect(answer.lessonOf(content)).toBe(lessonOfQuestion(questionId));
});

test.each([
  { questionId: "quiz/12/1" },
  { questionId: "quiz/03/1" },
  { questionId: "exam/3/1" },
  { questionId: "quiz/3/" },
  { first: `${EARLY} 10` },
  { first: "2" },
  { tries: -1 },
  { given: "a1b2c3 3 0" },
  { given: null },
  { step: 4 },
  { dueOn: "2026-02-30" },
  { dueOn: undefined },
])("%j is not an answer", (wrong) => {
  expect(answer.schema().safeParse({ ...answered(EARLY, 1, null), ...wrong }).success).toBe(false);
});
