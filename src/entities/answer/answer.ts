import * as z from "zod/mini";
import type { LessonId } from "../../domain/ids.ts";
import { LAST_STEP, optionalQuestion, type QuestionId, type Recall } from "../../domain/study/recall.ts";
import { defineKind } from "../row.ts";
import { localDay } from "../wire.ts";

/**
 * How a learner answered a question in the text of a lesson or in a review, or a question of a quiz that they got wrong, and when
 * it comes back.
 */
export type Answer = Recall & {
  questionId: QuestionId;
  /** The stamp and the option of the first answer (`firstAnswer`). Of two texts the lesser is the earlier. */
  first: string;
  /** How often the question was answered: 0 while the first answer is being given. */
  tries: number;
  /** Of a question in a text: what the learner has chosen so far (`writeAsk` in domain/course/ask.ts). */
  given?: string;
};

const MAX_TRIES = 1_000;
const GIVEN = /^[0-9a-z]{1,8} [0-2] ([0-7](\.[0-7]){0,7})?\+?$/;
const FIRST = /^[0-9a-f-]{36} (none|[0-9])$/;

/** `chosen` is the index of the option, or null if the answer was shown without a choice. */
function firstAnswer(stamp: string, chosen: number | null): string {
  return `${stamp} ${chosen ?? "none"}`;
}

/** The option of the first answer, or null if none was chosen. */
export function firstChosen({ first }: Answer): number | null {
  const chosen = first.split(" ")[1];
  return chosen === "none" ? null : Number(chosen);
}

/** The row after another answer with this stamp. */
export function answerAgain(
  before: Answer | null,
  { questionId, chosen, stamp }: { questionId: QuestionId; chosen: number | null; stamp: string },
  recall: Recall,
): Answer {
  const first = before?.first ?? firstAnswer(stamp, chosen);
  return { ...before, questionId, first, tries: Math.min((before?.tries ?? 0) + 1, MAX_TRIES), ...recall };
}

/** The row of a question in a text after the learner has chosen something. `isRight` is null until that is checked. */
export function answerGiven(
  before: Answer | null,
  { questionId, given, stamp }: { questionId: QuestionId; given: string; stamp: string },
  isRight: boolean | null,
  recall: Recall,
): Answer {
  const next = answerAgain(before, { questionId, chosen: null, stamp }, recall);
  return { ...next, tries: isRight === null ? (before?.tries ?? 0) : next.tries, given };
}

/** The lesson that a question belongs to. Throws if the id is invalid, because rows are checked. */
export function lessonOfQuestion(id: QuestionId): LessonId {
  return requireQuestion(id).lessonId;
}

function requireQuestion(id: QuestionId) {
  const question = optionalQuestion(id);
  if (!question) throw new Error(`${id} is not a question`);
  return question;
}

const isQuestion = (value: unknown) => typeof value === "string" && optionalQuestion(value) !== null;

export const answer = defineKind<Answer>({
  kind: "answer",
  keyOf: (content) => content.questionId,
  schema: () =>
    z.looseObject({
      questionId: z.custom<QuestionId>(isQuestion),
      first: z.string().check(z.regex(FIRST)),
      tries: z.int().check(z.minimum(0), z.maximum(MAX_TRIES)),
      step: z.int().check(z.minimum(0), z.maximum(LAST_STEP)),
      dueOn: z.nullable(localDay),
      given: z.optional(z.string().check(z.regex(GIVEN))),
    }),
  join: { keeps: "latest", greatest: ["tries"], least: ["first"] },
  lessonOf: (content) => lessonOfQuestion(content.questionId),
  isStudy: true,
  isWork: true,
  label: (content) => {
    const { source, lessonId, name } = requireQuestion(content.questionId);
    if (source === "text") return `Answer in lesson ${lessonId}`;
    const set = source === "quiz" ? "the quiz of" : "the review after";
    return `Answer to question ${name} of ${set} lesson ${lessonId}`;
  },
  exportAs: "Answers",
});
