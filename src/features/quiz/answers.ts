/** One entry per question: the author's index of the chosen option, or null while unanswered. */
export type Answers = (number | null)[];

export function noAnswers(questions: number): Answers {
  return Array.from({ length: questions }, () => null);
}

export function withAnswer(answers: Answers, question: number, option: number): Answers {
  return answers.map((answer, index) => (index === question ? option : answer));
}

/** The complete answers, or null while any question is open: only the former can be submitted. */
export function completeAnswers(answers: Answers): number[] | null {
  const chosen = answers.filter((answer) => answer !== null);
  return chosen.length === answers.length ? chosen : null;
}
