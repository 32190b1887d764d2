import * as z from "zod/mini";
import type { LessonId } from "../../domain/ids.ts";
import { NOT_ASKED, optionalQuestion, type QuestionId, type Recall } from "../../domain/study/recall.ts";
import { isLocalDay, type LocalDay } from "../../domain/study/studyDays.ts";
import { defineKind } from "../row.ts";
import { msOf, newStamp } from "../stamp.ts";

/**
 * How a learner answered a question in the text of a lesson or in a review, or a question of a quiz that they got wrong, and when
 * it comes back; or how they sorted the cards of an exercise. Each part has its own stamps, so that none is lost when another was
 * written later on another device (decision 0083).
 */
export type Answer = {
  questionId: QuestionId;
  /** The stamp and the option of the first answer (`firstAnswer`). Of two texts the lesser is the earlier. */
  first: string;
  /** How often the question was answered: 0 while the first answer is being given. */
  tries: number;
  /** When the question comes back, after the stamp of the answer that decided it. Absent until one is wrong. */
  recall?: string;
  /**
   * Of a question or an exercise in a text: what the learner has chosen so far (`writeAsk` and `writeSort` in domain/course), after
   * the stamp of the last check and that of the choice. Of two texts the greater counts: so a choice never replaces the result of a
   * check that it does not follow.
   */
  given?: string;
};

const MAX_TRIES = 1_000;
const FIRST = /^[0-9a-f-]{36} (none|[0-9])$/;
const NEVER = "never";
const STAMP = "[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}";
const RECALL = new RegExp(`^(${STAMP}) ([0-3]) (never|[0-9-]{10})$`);
const GIVEN = new RegExp(`^(-|${STAMP}) (${STAMP}) ([0-9a-z]{1,8} [0-2] [0-7]?(?:\\.[0-7]?){0,9}\\+?)$`);

/** `chosen` is the index of the option, or null if the answer was shown without a choice. */
function firstAnswer(stamp: string, chosen: number | null): string {
  return `${stamp} ${chosen ?? "none"}`;
}

/** The option of the first answer, or null if none was chosen. */
export function firstChosen({ first }: Answer): number | null {
  const chosen = first.split(" ")[1];
  return chosen === "none" ? null : Number(chosen);
}

/** When the question comes back. */
export function recallIn(row: Answer | null): Recall {
  const [, , step, dueOn] = RECALL.exec(row?.recall ?? "") ?? [];
  if (!step) return NOT_ASKED;
  return { step: Number(step), dueOn: dueOn === NEVER ? null : (dueOn as LocalDay) }; // Rows are checked.
}

/** What the learner has chosen in a text, without its stamps. */
export function givenIn(row: Answer | null): string | undefined {
  return GIVEN.exec(row?.given ?? "")?.[3];
}

/** The stamp itself if it is later, as that of an early copy must be (commit.ts), or one that sorts after the other. */
function stampAfter(stamp: string, before = ""): string {
  return stamp > before ? stamp : newStamp(msOf(stamp), before);
}

/** The row after an answer that decided when the question comes back. */
export function putRecall(row: Answer, { step, dueOn }: Recall, stamp: string): Answer {
  const decided = stampAfter(stamp, RECALL.exec(row.recall ?? "")?.[1]);
  return { ...row, recall: `${decided} ${step} ${dueOn ?? NEVER}` };
}

/** The row after another answer with this stamp. A `recall` of null stays as it is, with its stamp. */
export function answerAgain(
  before: Answer | null,
  { questionId, chosen, stamp }: { questionId: QuestionId; chosen: number | null; stamp: string },
  recall: Recall | null,
): Answer {
  const first = before?.first ?? firstAnswer(stamp, chosen);
  const row = { ...before, questionId, first, tries: Math.min((before?.tries ?? 0) + 1, MAX_TRIES) };
  return recall ? putRecall(row, recall, stamp) : row;
}

/** The row after the learner has chosen something in a text. `check` has the recall after a check, and is null before one. */
export function answerGiven(
  before: Answer | null,
  { questionId, given, stamp }: { questionId: QuestionId; given: string; stamp: string },
  check: { recall: Recall | null } | null,
): Answer {
  const next = answerAgain(before, { questionId, chosen: null, stamp }, check?.recall ?? null);
  const [, checked = "-", chosen] = GIVEN.exec(before?.given ?? "") ?? [];
  const at = stampAfter(stamp, chosen);
  return {
    ...next,
    tries: check ? next.tries : (before?.tries ?? 0),
    given: `${check ? at : checked} ${at} ${given}`,
  };
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

/** A day is checked beyond its form. */
function isRecall(value: unknown): boolean {
  const [, , , dueOn = ""] = (typeof value === "string" && RECALL.exec(value)) || [];
  return dueOn === NEVER || isLocalDay(dueOn);
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
      recall: z.optional(z.custom<string>(isRecall)),
      given: z.optional(z.string().check(z.regex(GIVEN))),
    }),
  join: { keeps: "latest", greatest: ["tries", "recall", "given"], least: ["first"] },
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
