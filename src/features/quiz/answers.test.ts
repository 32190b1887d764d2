import { describe, expect, it } from "vitest";
import { answeredText, completeAnswers, noAnswers, withAnswer } from "./answers.ts";

describe("quiz answers", () => {
  it("can be submitted only once every question is answered (S-059)", () => {
    let answers = noAnswers(5);
    for (let question = 0; question < 5; question += 1) {
      expect(completeAnswers(answers)).toBeNull();
      answers = withAnswer(answers, question, 0);
    }
    expect(completeAnswers(answers)).toEqual([0, 0, 0, 0, 0]);
  });

  it("can be changed until submission", () => {
    expect(withAnswer(withAnswer(noAnswers(2), 1, 3), 1, 2)).toEqual([null, 2]);
  });

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
