import { describe, expect, it } from "vitest";
import { answeredText, noAnswers } from "./answers.ts";

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
