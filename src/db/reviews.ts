import { REVIEWS, type Review, type ReviewSetId } from "../domain/pacing.ts";
import { LOADING, type Loading, useLearner } from "./live.ts";
import { REVIEW_DONE_KEY } from "./noteStudy.ts";
import { rememberAll } from "./remembered.ts";

/**
 * What a learner remembers of the review sets. It is kept beside the lesson that the set comes after, on this device
 * only: nothing of it is graded.
 */
const answerKey = (question: number) => `review:${question}`;

export type ReviewMemory = {
  /** Per question (from 0) that was revealed: the option chosen, by its index, or null for none. */
  answers: ReadonlyMap<number, number | null>;
  /** When every answer of the set had been revealed, as an ISO time. */
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
 * `doneAt`, an ISO time, where it was the last of the set: both are kept or neither. Rejects with StorageFailure when the
 * device could not keep it.
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

/** The answers are hidden again; that the set was done once stays. Rejects as above. */
export function forgetAnswers(review: Review, questions: Iterable<number>): Promise<void> {
  const keys = [...questions].map(answerKey);
  return rememberAll(review.after, Object.fromEntries(keys.map((key) => [key, null])));
}
