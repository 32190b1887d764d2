import { expect, test } from "vitest";
import type { Recall } from "../../domain/study/recall.ts";
import { addDays, type LocalDay } from "../../domain/study/studyDays.ts";
import { joinRows } from "../row.ts";
import { newStamp } from "../stamp.ts";
import {
  type Answer,
  answer,
  answerAgain,
  answerGiven,
  firstChosen,
  givenIn,
  lessonOfQuestion,
  recallIn,
} from "./answer.ts";

const TODAY = "2026-11-21" as LocalDay; // It is a valid date.
const [EARLY, LATE] = [newStamp(Date.UTC(2026, 10, 20)), newStamp(Date.UTC(2026, 10, 21))];
const ID = "quiz/3/2";
const answered = (stamp: string, chosen: number | null, dueOn: LocalDay | null) =>
  answerAgain(null, { questionId: ID, chosen, stamp }, { step: 0, dueOn });

test("two devices that answer the same question keep the first answer, the greater count, and the day that the later answer set", () => {
  const early = answered(EARLY, 3, addDays(TODAY, 1));
  const again = answerAgain(
    early,
    { questionId: ID, chosen: 1, stamp: LATE },
    { step: 1, dueOn: addDays(TODAY, 4) },
  );
  const other = answered(newStamp(0, EARLY), null, addDays(TODAY, 2));
  const joined = join([again, newStamp(0, EARLY)], [other, newStamp(0, LATE)]);
  expect(joined).toMatchObject({ first: early.first, tries: 2 });
  expect(recallIn(joined)).toEqual({ step: 1, dueOn: addDays(TODAY, 4) });
});

const join = (...[a, b]: [mine: [Answer, string], theirs: [Answer, string]]) => {
  const [mine, theirs] = [a, b].map(([content, stamp]) => ({ kind: "answer", key: ID, content, stamp }));
  if (!mine || !theirs) throw new Error("there are two rows");
  // The content is that of two answers.
  const [joined, other] = [joinRows(answer, mine, theirs, "mine"), joinRows(answer, theirs, mine, "theirs")];
  expect(other).toEqual(joined);
  return joined.content as Answer;
};
const WRONG: Recall = { step: 0, dueOn: addDays(TODAY, 1) };
const given = (before: Answer | null, chosen: string, stamp: string, recall?: Recall | null) =>
  answerGiven(before, { questionId: ID, given: chosen, stamp }, recall === undefined ? null : { recall });

test("a half answer that was written later on another device does not replace a wrong answer that was checked", () => {
  const checked = given(null, "a1b2c3 1 0", EARLY, WRONG);
  const half = given(null, "a1b2c3 0 1.2+", LATE);
  const joined = join([checked, EARLY], [half, LATE]);
  expect([givenIn(joined), recallIn(joined), joined.tries]).toEqual(["a1b2c3 1 0", WRONG, 1]);
  const next = given(joined, "a1b2c3 1 0.2+", EARLY);
  expect(givenIn(join([next, newStamp(0, LATE)], [checked, EARLY]))).toBe("a1b2c3 1 0.2+");
});

test("of two half answers the later counts, and a right answer does not undo what a wrong one elsewhere decided", () => {
  const [mine, theirs] = [given(null, "a1b2c3 0 1.2.3+", EARLY), given(null, "a1b2c3 0 0+", LATE)];
  expect(givenIn(join([mine, EARLY], [theirs, LATE]))).toBe("a1b2c3 0 0+");
  const [wrong, right] = [given(null, "a1b2c3 1 0", EARLY, WRONG), given(null, "a1b2c3 1 1", LATE, null)];
  const joined = join([wrong, EARLY], [right, LATE]);
  expect([givenIn(joined), recallIn(joined)]).toEqual(["a1b2c3 1 1", WRONG]);
});

test("the first answer stays whatever is chosen later, and answers are counted to a thousand", () => {
  const first = answered(EARLY, null, null);
  const later = answerAgain({ ...first, tries: 1000 }, { questionId: ID, chosen: 2, stamp: LATE }, null);
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
  { given: "a1b2c3 1 0" },
  { given: `- ${EARLY} a1b2c3 3 0` },
  { given: null },
  { recall: `${EARLY} 4 never` },
  { recall: `${EARLY} 0 2026-02-30` },
])("%j is not an answer", (wrong) => {
  expect(answer.schema().safeParse({ ...answered(EARLY, 1, null), ...wrong }).success).toBe(false);
});
