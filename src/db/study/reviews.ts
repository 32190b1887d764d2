import { REVIEWS, type Review, type ReviewSetId } from "../../domain/study/pacing.ts";
import { LOADING, type Loading, useLearner } from "../live.ts";
import { rememberAll } from "./remembered.ts";

/**
 * The learner's answers to the review sets. They are stored with the lesson that the set comes after, on this device
 * only, because reviews are not graded.
 */
const REVIEW_DONE_KEY = "review:done";
const answerKey = (question: number) => `review:${question}`;

export type ReviewMemory = {
  /**
   * For each question that was revealed, by its index from 0: the index of the chosen option, or null if none was
   * chosen.
   */
  answers: ReadonlyMap<number, number | null>;
  /** The ISO time at which every answer of the set had been revealed. */
  doneAt: string | null;
};

export function useReviewMemories():
  | Loading
  | { status: "ready"; bySet: ReadonlyMap<ReviewSetId, ReviewMemory> } {
  const rows = useLearner(
    "reviews",
    (db) => db.remembered.bulkGet(REVIEWS.map(({ after }) => after)),
    REVIEWS.map(() => undefined),
  );
  if (!rows) return LOADING;
  const bySet = new Map(REVIEWS.map(({ set }, index) => [set, memoryIn(rows.value[index]?.byKey ?? {})]));
  return { status: "ready", bySet };
}

function memoryIn(byKey: Record<string, string>): ReviewMemory {
  const answers = new Map<number, number | null>();
  for (const [key, value] of Object.entries(byKey)) {
    const question = /^review:(\d+)$/.exec(key)?.[1];
    if (question) answers.set(Number(question), value === NO_CHOICE ? null : Number(value));
  }
  return { answers, doneAt: byKey[REVIEW_DONE_KEY] ?? null };
}

const NO_CHOICE = "none";

/**
 * Stores an answer. `doneAt`, an ISO time, is passed with the last answer of the set; both are stored or neither.
 * Rejects with StorageFailure if the device could not store it.
 */
export function rememberAnswer(
  review: Review,
  question: number,
  chosen: number | null,
  doneAt?: string,
): Promise<void> {
  return rememberAll(review.after, {
    [answerKey(question)]: chosen === null ? NO_CHOICE : String(chosen),
    ...(doneAt && { [REVIEW_DONE_KEY]: doneAt }),
  });
}

/** Deletes the answers, so that they are hidden again, but keeps `doneAt`. Rejects as `rememberAnswer` does. */
export function forgetAnswers(review: Review, questions: Iterable<number>): Promise<void> {
  const keys = [...questions].map(answerKey);
  return rememberAll(review.after, Object.fromEntries(keys.map((key) => [key, null])));
}
