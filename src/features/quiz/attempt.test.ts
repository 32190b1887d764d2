import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lessonPack } from "../../../tests/support/lessons.ts";
import { answeredText, fitsQuiz, isOrder, newAttempt, noAnswers, shuffledOrder } from "./attempt.ts";

describe("a new quiz attempt", () => {
  const pack = lessonPack("1");

  it("has five questions with four options each and no answers (S-109)", () => {
    const attempt = newAttempt(pack, Math.random);
    expect(attempt.answers).toEqual([null, null, null, null, null]);
    expect(attempt.order.map((places) => [...places].sort())).toEqual(Array(5).fill([0, 1, 2, 3]));
  });

  it("does not fit a quiz with a different structure", () => {
    const attempt = newAttempt(pack, Math.random);
    expect(fitsQuiz(attempt, pack)).toBe(true);
    expect(fitsQuiz({ ...attempt, answers: [null] }, pack)).toBe(false);
    expect(fitsQuiz({ ...attempt, order: attempt.order.map(() => [0, 0, 1, 2]) }, pack)).toBe(false);
  });
});

const zeroToOne = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

describe("the order of quiz options", () => {
  it("contains every option exactly once for any random numbers", () => {
    fc.assert(
      fc.property(fc.infiniteStream(zeroToOne), (dice) => {
        const order = shuffledOrder(4, () => dice.next().value ?? 0);
        expect(isOrder(order, 4)).toBe(true);
      }),
    );
  });

  it("can put every option in every position", () => {
    const seen = new Set<string>();
    for (let a = 0; a < 4; a += 1) {
      for (let b = 0; b < 3; b += 1) {
        for (let c = 0; c < 2; c += 1) {
          const dice = [a / 4, b / 3, c / 2];
          seen.add(shuffledOrder(4, () => dice.shift() ?? 0).join());
        }
      }
    }
    expect(seen.size).toBe(24);
  });

  it("is rejected if the stored order is damaged", () => {
    expect(isOrder([0, 1, 1, 3], 4)).toBe(false);
    expect(isOrder([0, 1, 2], 4)).toBe(false);
  });
});

describe("quiz answers", () => {
  it("are summed up in words that name the missing questions", () => {
    expect(answeredText([3, null, 0, null, 1])).toBe(
      "3 of 5 questions answered. Still to answer: questions 2 and 4.",
    );
    expect(answeredText([3, 1, 0, 2, null])).toBe("4 of 5 questions answered. Still to answer: question 5.");
    expect(answeredText(noAnswers(3))).toBe(
      "0 of 3 questions answered. Still to answer: questions 1, 2 and 3.",
    );
    expect(answeredText([3, 1])).toBe("2 of 2 questions answered.");
  });
});
