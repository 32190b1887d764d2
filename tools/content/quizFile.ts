import { z } from "zod";
import type { LessonId } from "../../src/domain/ids.ts";
import type { LessonPack } from "../../src/domain/pack.ts";
import { OPTIONS_PER_QUESTION, QUESTIONS_PER_QUIZ } from "../../src/domain/quiz.ts";
import type { ContentError } from "./contentError.ts";
import { parseYaml, type YamlSource } from "./parseYaml.ts";
import { text } from "./text.ts";

// Options are shuffled for every learner, so a text that points at a position points at the wrong one.
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
  correct: z.int().refine((value) => value >= 0 && value < OPTIONS_PER_QUESTION, {
    error: ({ input }) => `is ${String(input)}, needs 0 to ${OPTIONS_PER_QUESTION - 1}`,
  }),
  /** The earlier lesson that this question asks about. */
  recalls: z.int().optional(),
  options: optionsSchema,
});

const quizSchema = z.strictObject({
  questions: z.array(questionSchema).refine((list) => list.length === QUESTIONS_PER_QUIZ, {
    error: ({ input }) => countMessage(input, "questions", QUESTIONS_PER_QUIZ),
  }),
});

function countMessage(list: unknown, noun: string, wanted: number): string {
  return `has ${Array.isArray(list) ? list.length : 0} ${noun}, needs ${wanted}`;
}

/**
 * Parses `quiz.yaml` into the quiz of a pack. From lesson 2 on the last question must recall an earlier lesson:
 * coming back to a thing after a few days is what makes it stay.
 */
export function parseQuiz(
  source: YamlSource,
  lessonId: LessonId | undefined,
): { value: LessonPack["quiz"] } | { errors: ContentError[] } {
  const parsed = parseYaml(quizSchema, source);
  if ("errors" in parsed) return parsed;
  const { questions } = parsed.value;
  const last = questions.length - 1;
  const recalls = questions[last]?.recalls ?? 0;
  const lesson = Number(lessonId ?? 1);
  if (lesson > 1 && (recalls < 1 || recalls >= lesson)) {
    const line = parsed.lineOf(["questions", last]);
    const message = `question ${last + 1} must recall an earlier lesson: add "recalls: ${lesson - 1}" or lower`;
    return { errors: [{ file: source.file, line, message }] };
  }
  return {
    value: {
      questions: questions.map((each) => ({
        question: each.question,
        options: each.options.map((option) => option.text),
        explanations: each.options.map((option) => option.explanation),
        correctAnswer: each.correct,
      })),
    },
  };
}
