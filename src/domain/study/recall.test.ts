import { expect, test } from "vitest";
import {
  answeredReviews,
  isDue,
  NOT_ASKED,
  nextRecall,
  questionId,
  type Recall,
  recallAfter,
} from "./recall.ts";
import { addDays, type LocalDay } from "./studyDays.ts";

const TODAY = "2026-11-21" as LocalDay; // It is a valid date.
const inDays = (days: number) => addDays(TODAY, days);

/** The recall after these answers: each a day, counted from today, and whether it was right. */
function after(...answers: [day: number, isRight: boolean][]): Recall {
  return answers.reduce((before, [day, isRight]) => recallAfter(before, isRight, inDays(day)), NOT_ASKED);
}

test.each<[string, [number, boolean][], Recall]>([
  ["never after a first answer that is right", [[0, true]], NOT_ASKED],
  ["the next day after a wrong answer", [[0, false]], { step: 0, dueOn: inDays(1) }],
  [
    "three days after the first right answer",
    [
      [0, false],
      [1, true],
    ],
    { step: 1, dueOn: inDays(4) },
  ],
  [
    "three days after a right answer that came late",
    [
      [0, false],
      [9, true],
    ],
    { step: 1, dueOn: inDays(12) },
  ],
  [
    "a week after the second",
    [
      [0, false],
      [1, true],
      [4, true],
    ],
    { step: 2, dueOn: inDays(11) },
  ],
  [
    "never after the third",
    [
      [0, false],
      [1, true],
      [4, true],
      [11, true],
    ],
    { step: 3, dueOn: null },
  ],
  [
    "unchanged after a right answer before its day",
    [
      [0, false],
      [0, true],
    ],
    { step: 0, dueOn: inDays(1) },
  ],
  [
    "the next day after a wrong answer before its day",
    [
      [0, false],
      [1, true],
      [2, false],
    ],
    { step: 0, dueOn: inDays(3) },
  ],
  [
    "the next day after a wrong answer to a question that was done",
    [
      [0, false],
      [1, true],
      [4, true],
      [11, true],
      [40, true],
      [50, false],
    ],
    { step: 0, dueOn: inDays(51) },
  ],
])("a question comes back %s", (_, answers, expected) => {
  expect(after(...answers)).toEqual(expected);
});

test("a question is due from its day on", () => {
  expect([-1, 0, 1, 9].map((days) => isDue({ dueOn: inDays(days) }, TODAY))).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(isDue({ dueOn: null }, TODAY)).toBe(false);
});

test("a day that a wrong clock put years ahead does not hide the question", () => {
  expect(isDue({ dueOn: "2036-11-21" as LocalDay }, TODAY)).toBe(true);
});

test("the next recall is today if a question is due, otherwise the first day, and null without any", () => {
  const recalls = [{ dueOn: inDays(3) }, { dueOn: null }, { dueOn: inDays(2) }];
  expect(nextRecall(recalls, TODAY)).toBe(inDays(2));
  expect(nextRecall([...recalls, { dueOn: inDays(-5) }], TODAY)).toBe(TODAY);
  expect(nextRecall([{ dueOn: null }], TODAY)).toBeNull();
});

test("a review is done when each of its five questions has an answer", () => {
  const answered = new Set([1, 2, 3, 4, 5].map((number) => questionId("review", "3", number)));
  expect([...answeredReviews((id) => answered.has(id))]).toEqual(["1"]);
  answered.delete("review/3/4");
  expect(answeredReviews((id) => answered.has(id)).size).toBe(0);
});
