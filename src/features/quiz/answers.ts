import { once } from "../../domain/once.ts";

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

/** The one-based numbers of the unanswered questions. */
export function unansweredQuestions(answers: Answers): number[] {
  return answers.flatMap((answer, index) => (answer === null ? [index + 1] : []));
}

const numbers = once(() => new Intl.ListFormat("en-GB"));

/** How many questions are answered, and which are not: "3 of 5 questions answered. Still to answer: questions 2 and 4." */
export function answeredText(answers: Answers): string {
  const open = unansweredQuestions(answers);
  const count = `${answers.length - open.length} of ${answers.length} questions answered`;
  if (open.length === 0) return `${count}.`;
  return `${count}. Still to answer: question${open.length > 1 ? "s" : ""} ${numbers().format(open.map(String))}.`;
}
