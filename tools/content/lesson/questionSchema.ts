import { z } from "zod";
import type { QuizQuestion } from "../../../src/domain/course/pack.ts";
import { OPTIONS_PER_QUESTION, QUESTIONS_PER_QUIZ } from "../../../src/domain/course/quiz.ts";
import { text } from "../text/text.ts";

// Options are shuffled for every learner, so a text that refers to a position is wrong for most of them.
const NAMES_A_POSITION =
  /\b(option|answer|choice) [a-d1-4]\b|\b(first|second|third|fourth|last) (option|answer|choice)\b/i;
const NAMES_ALL = /\b(all|none) of the (above|below)\b/i;

const free = text
  .refine((value) => !NAMES_A_POSITION.test(value), { error: "names a position, but options are shuffled" })
  .refine((value) => !NAMES_ALL.test(value), { error: "says all or none of the above" });

const isDistinct = (list: { text: string }[]) => new Set(list.map((each) => each.text)).size === list.length;

const optionsSchema = z
  .array(z.strictObject({ text: free, explanation: free }))
  .refine((list) => list.length === OPTIONS_PER_QUESTION, {
    error: ({ input }) => countMessage(input, "options", OPTIONS_PER_QUESTION),
  })
  .refine(isDistinct, { error: "has two options with the same text" });

const questionSchema = z.strictObject({
  question: free,
  /** What the question asks about, if it is more than a sentence. */
  shows: z.strictObject({ title: free, lines: z.array(free).min(1) }).optional(),
  correct: z.int().refine((value) => value >= 0 && value < OPTIONS_PER_QUESTION, {
    error: ({ input }) => `is ${String(input)}, needs 0 to ${OPTIONS_PER_QUESTION - 1}`,
  }),
  /** The earlier lesson that this question repeats. */
  recalls: z.int().optional(),
  options: optionsSchema,
});

/** The five questions of a quiz or a review set, as authors write them. */
export const questionsSchema = z.array(questionSchema).refine((list) => list.length === QUESTIONS_PER_QUIZ, {
  error: ({ input }) => countMessage(input, "questions", QUESTIONS_PER_QUIZ),
});

function countMessage(list: unknown, noun: string, wanted: number): string {
  return `has ${Array.isArray(list) ? list.length : 0} ${noun}, needs ${wanted}`;
}

/** Converts a question to its form in a pack. */
export function toQuizQuestion(question: z.infer<typeof questionSchema>): QuizQuestion {
  return {
    question: question.question,
    ...(question.shows && { shows: question.shows }),
    options: question.options.map((option) => option.text),
    explanations: question.options.map((option) => option.explanation),
    correctAnswer: question.correct,
  };
}
