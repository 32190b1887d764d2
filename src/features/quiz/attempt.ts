import type { QuizDraft } from "../../db/store/rows.ts";
import type { LessonPack } from "../../domain/course/pack.ts";
import { noAnswers } from "./answers.ts";
import { isOrder, type Random, shuffledOrder } from "./shuffle.ts";

/** The lesson as it was when the quiz was opened, and whether there is an account to store answers for. */
export type QuizLesson = { pack: LessonPack; version: number; signedIn: boolean };

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
