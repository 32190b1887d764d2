import { describe, expect, it } from "vitest";
import { lessonPack } from "../../../tests/support/lessons.ts";
import { fitsQuiz, newAttempt } from "./attempt.ts";

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
