import { OPTIONS_PER_QUESTION, QUESTIONS_PER_QUIZ } from "../../domain/course/quiz.ts";
import { PREVIEW_LESSON_ID } from "../../domain/ids.ts";
import { localStore } from "../store/localStore.ts";
import type { QuizSubmission } from "../synced/progress.ts";

/** The only thing of a visitor that the device keeps, and only because they asked for it (S-160). */
export type KeptResult = {
  quiz: QuizSubmission;
  /** By this device's clock, in ms. */
  keptAt: number;
};

export const KEPT_RESULT = "academy-kept-result";
const KEPT_FOR_MS = 30 * 24 * 60 * 60 * 1000;

/** Returns null if the browser stores nothing. */
export function keepResult(quiz: QuizSubmission): KeptResult | null {
  const kept = { quiz, keptAt: Date.now() };
  try {
    localStore()?.setItem(KEPT_RESULT, JSON.stringify(kept));
  } catch (error) {
    console.warn("The result could not be kept", error);
  }
  return keptResult();
}

/** Forgets a result that is too old or damaged. */
export function keptResult(): KeptResult | null {
  const stored = localStore()?.getItem(KEPT_RESULT) ?? null;
  if (stored === null) return null;
  const kept = parse(stored);
  if (kept && Date.now() < keptUntil(kept)) return kept;
  forgetKeptResult();
  return null;
}

/** In ms, by this device's clock. */
export const keptUntil = ({ keptAt }: KeptResult) => keptAt + KEPT_FOR_MS;

export function forgetKeptResult(): void {
  localStore()?.removeItem(KEPT_RESULT);
}

/** By hand, because the free lesson does not need zod. The server checks and grades the attempt itself. */
function parse(stored: string): KeptResult | null {
  try {
    const { quiz, keptAt } = JSON.parse(stored);
    const isWhole =
      Number.isSafeInteger(keptAt) &&
      quiz.lessonId === PREVIEW_LESSON_ID &&
      Number.isSafeInteger(quiz.lessonVersion) &&
      [quiz.answers, quiz.correctAnswers].every(areOptions);
    return isWhole ? { quiz, keptAt } : null;
  } catch {
    return null;
  }
}

function areOptions(list: unknown): boolean {
  const isOption = (each: unknown) =>
    typeof each === "number" && Number.isInteger(each) && each >= 0 && each < OPTIONS_PER_QUESTION;
  return Array.isArray(list) && list.length === QUESTIONS_PER_QUIZ && list.every(isOption);
}
