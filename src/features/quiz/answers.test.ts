import { describe, expect, it } from "vitest";
import { completeAnswers, noAnswers, withAnswer } from "./answers.ts";

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
});
