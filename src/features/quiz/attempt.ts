import type { QuizDraft } from "../../db/rows.ts";
import type { LessonPack } from "../../domain/pack.ts";
import { noAnswers } from "./answers.ts";
import { isOrder, type Random, shuffledOrder } from "./shuffle.ts";

/** The lesson as it was when the quiz was opened, and whether there is an account to keep answers for. */
export type QuizLesson = { pack: LessonPack; version: number; signedIn: boolean };

/** One go at the quiz, with the options in a fresh order. */
export function newAttempt(pack: LessonPack, random: Random): QuizDraft {
  const { questions } = pack.quiz;
  return {
    order: questions.map((question) => shuffledOrder(question.options.length, random)),
    answers: noAnswers(questions.length),
  };
}

/** True when an attempt read back from the device belongs to this quiz, question by question. */
export function fitsQuiz(draft: QuizDraft, pack: LessonPack): boolean {
  const { questions } = pack.quiz;
  return (
    draft.answers.length === questions.length &&
    draft.order.length === questions.length &&
    questions.every((question, index) => isOrder(draft.order[index] ?? [], question.options.length))
  );
}
