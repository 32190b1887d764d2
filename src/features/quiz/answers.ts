/** One entry per question: the option's index in the author's order, or null while the question is unanswered. */
export type Answers = (number | null)[];

export function noAnswers(questions: number): Answers {
  return Array.from({ length: questions }, () => null);
}

export function withAnswer(answers: Answers, question: number, option: number): Answers {
  return answers.map((answer, index) => (index === question ? option : answer));
}

/** The complete answers, or null while any question is unanswered. Only complete answers can be submitted. */
export function completeAnswers(answers: Answers): number[] | null {
  const chosen = answers.filter((answer) => answer !== null);
  return chosen.length === answers.length ? chosen : null;
}
