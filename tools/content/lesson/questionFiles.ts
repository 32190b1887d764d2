import { z } from "zod";
import type { LessonPack, QuizQuestion, ReviewSet } from "../../../src/domain/course/pack.ts";
import { OPTIONS_PER_QUESTION, QUESTIONS_PER_QUIZ } from "../../../src/domain/course/quiz.ts";
import { isLessonId, type LessonId } from "../../../src/domain/ids.ts";
import { REVIEW_DAYS } from "../../../src/domain/study/pacing.ts";
import type { ContentError } from "../contentError.ts";
import { parseYaml, type YamlSource } from "../parseYaml.ts";
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
const questionsSchema = z.array(questionSchema).refine((list) => list.length === QUESTIONS_PER_QUIZ, {
  error: ({ input }) => countMessage(input, "questions", QUESTIONS_PER_QUIZ),
});

function countMessage(list: unknown, noun: string, wanted: number): string {
  return `has ${Array.isArray(list) ? list.length : 0} ${noun}, needs ${wanted}`;
}

/** Converts a question to its form in a pack. */
function toQuizQuestion(question: z.infer<typeof questionSchema>): QuizQuestion {
  return {
    question: question.question,
    ...(question.shows && { shows: question.shows }),
    options: question.options.map((option) => option.text),
    explanations: question.options.map((option) => option.explanation),
    correctAnswer: question.correct,
  };
}

const quizSchema = z.strictObject({ questions: questionsSchema });

/**
 * Parses `quiz.yaml` into the quiz of a pack. From lesson 2 on, the last question must recall an earlier lesson, because
 * recalling something after a few days is what makes it stick.
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
  return { value: { questions: questions.map(toQuizQuestion) } };
}

const MIN_LESSONS_RECALLED = 3;
const reviewSchema = z.strictObject({ day: z.int(), questions: questionsSchema });

/** Parses `review.yaml`: five questions, about at least three of the lessons up to this one. */
export function parseReview(
  source: YamlSource,
  lessonId: LessonId,
): { value: ReviewSet } | { errors: ContentError[] } {
  const parsed = parseYaml(reviewSchema, source);
  if ("errors" in parsed) return parsed;
  const { day, questions } = parsed.value;
  const errors: ContentError[] = [];
  const complain = (path: PropertyKey[], message: string) =>
    errors.push({ file: source.file, line: parsed.lineOf(path), message });

  const wantedDay = REVIEW_DAYS.get(lessonId);
  if (wantedDay === undefined) complain([], `no review follows lesson ${lessonId}`);
  else if (day !== wantedDay)
    complain(["day"], `day is ${day}, the review after lesson ${lessonId} is on day ${wantedDay}`);

  const reviewed = questions.flatMap((question, index) => {
    const recalls = String(question.recalls ?? 0);
    if (isLessonId(recalls) && Number(recalls) <= Number(lessonId))
      return [{ ...toQuizQuestion(question), recalls }];
    const message = `question ${index + 1} must recall a lesson: add "recalls: ${lessonId}" or lower`;
    complain(["questions", index], message);
    return [];
  });
  const recalled = new Set(reviewed.map((each) => each.recalls));
  if (errors.length === 0 && recalled.size < MIN_LESSONS_RECALLED)
    complain(
      ["questions"],
      `the questions come back to ${recalled.size} lessons, needs ${MIN_LESSONS_RECALLED}`,
    );
  return errors.length > 0 ? { errors } : { value: { day, questions: reviewed } };
}
