import { expect, test } from "vitest";
import { gradeQuiz } from "./quiz.ts";

const CORRECT = [0, 1, 2, 3, 0];

test.each([
  [[0, 1, 2, 3, 0], 100, true],
  [[0, 1, 2, 3, 1], 80, true],
  [[0, 1, 2, 0, 1], 60, false],
  [[1, 2, 3, 0, 1], 0, false],
])("the quiz answers %j score %i percent (S-071)", (answers, scorePercent, passed) => {
  expect(gradeQuiz(answers, CORRECT)).toMatchObject({ scorePercent, passed, total: 5 });
});

test("a quiz score is a whole percentage (S-048)", () => {
  expect(gradeQuiz([0, 1, 1], [0, 1, 2]).scorePercent).toBe(67);
});

test("grading a quiz with an unanswered question throws", () => {
  expect(() => gradeQuiz([0, 1, 2, 3], CORRECT)).toThrow("every question");
  expect(() => gradeQuiz([], [])).toThrow("every question");
});
