import { expect, test } from "vitest";
import { faultsOf, type Question, topDistractor } from "./CoursePage.tsx";

/** A question whose right answer is B, and how many chose each option. */
function question(chosen: number[], discrimination: number | null = 0.4): Question {
  const learners = chosen.reduce((sum, each) => sum + each, 0);
  return {
    number: 1,
    question: "Which?",
    options: ["A", "B", "C", "D"],
    correct: 1,
    learners,
    right_share: (chosen[1] ?? 0) / learners,
    discrimination,
    chosen: Object.fromEntries(chosen.map((each, option) => [option, each])),
  };
}

test("a question that most but not all get right at the first try has no fault", () => {
  expect(faultsOf(question([5, 30, 3, 2]))).toEqual([]);
});

test("a question is too easy from 95 % right on, and too hard below half", () => {
  expect(faultsOf(question([1, 19, 0, 0]))).toEqual(["too easy"]);
  expect(faultsOf(question([7, 9, 2, 2]))).toEqual(["too hard"]);
});

test("a wrong option that draws more learners than the right one makes a question misleading", () => {
  expect(faultsOf(question([12, 8, 0, 0]))).toEqual(["too hard", "misleading"]);
});

test("the fit with the rest of the quiz counts from 30 learners on", () => {
  expect(faultsOf(question([5, 20, 4, 0], 0.05))).toEqual([]);
  expect(faultsOf(question([5, 20, 5, 0], 0.05))).toEqual(["does not discriminate"]);
  expect(faultsOf(question([5, 20, 5, 0], null))).toEqual([]);
});

test("the top distractor is the most chosen wrong option", () => {
  expect(topDistractor(question([2, 30, 5, 0]))).toBe(2);
  expect(topDistractor(question([0, 30, 0, 0]))).toBeNull();
});
