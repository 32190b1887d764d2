import type { ComponentType } from "react";
import type { QuizDraft } from "../../db/store/rows.ts";
import type { QuizSubmission } from "../../db/synced/progress.ts";
import type { LessonPack } from "../../domain/course/pack.ts";
import { once } from "../../domain/once.ts";

/** The lesson as it was when the quiz was opened, and whether there is an account to store answers for. */
export type QuizLesson = { pack: LessonPack; version: number; signedIn: boolean };

/** Where a user who has passed goes on, if anywhere. */
export type NextStop = { to: string; label: string } | null;

/** What a user without the course is offered after passing, if anything. */
export type PassedOffer = ComponentType<{ quiz: QuizSubmission; signedIn: boolean }> | null;

/** A new attempt with the options in random order. */
export function newAttempt(pack: LessonPack, random: Random): QuizDraft {
  const { questions } = pack.quiz;
  return {
    order: questions.map((question) => shuffledOrder(question.options.length, random)),
    answers: noAnswers(questions.length),
  };
}

/** True if a stored attempt has the structure of this quiz, question by question. */
export function fitsQuiz(draft: QuizDraft, pack: LessonPack): boolean {
  const { questions } = pack.quiz;
  return (
    draft.answers.length === questions.length &&
    draft.order.length === questions.length &&
    questions.every((question, index) => isOrder(draft.order[index] ?? [], question.options.length))
  );
}

/** Returns numbers in [0, 1), like `Math.random`. */
type Random = () => number;

/**
 * A uniformly random order (Fisher–Yates) for `length` options: element i is the author's index of the option shown at
 * position i. Answers are stored as the author's indexes, so they need no mapping.
 */
export function shuffledOrder(length: number, random: Random): number[] {
  const order = Array.from({ length }, (_, index) => index);
  for (let place = length - 1; place > 0; place -= 1) {
    const other = Math.floor(random() * (place + 1));
    const moved = order[place] ?? 0;
    order[place] = order[other] ?? 0;
    order[other] = moved;
  }
  return order;
}

/** True if `order` contains each of `length` options once. Validates an order that was stored on the device. */
export function isOrder(order: readonly number[], length: number): boolean {
  return order.length === length && Array.from({ length }, (_, i) => i).every((i) => order.includes(i));
}

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
