import { QUESTIONS_PER_QUIZ } from "../course/quiz.ts";
import { isLessonId, type LessonId } from "../ids.ts";
import { REVIEWS, type ReviewSetId } from "./reviews.ts";
import { addDays, type LocalDay } from "./studyDays.ts";

/**
 * A question of a lesson: of its quiz, or of the review that follows it. The number is one-based. Questions of a `text` have a
 * name instead.
 */
export type QuestionId = `${QuestionSource}/${LessonId}/${string}`;
type QuestionSource = "quiz" | "review" | "text";

export function questionId(source: QuestionSource, lessonId: LessonId, number: number | string): QuestionId {
  return `${source}/${lessonId}/${number}`;
}

const QUESTION_ID = /^(quiz|review|text)\/([1-9][0-9]?)\/([a-z0-9-]{1,40})$/;

/** The parts of the id, or null if it is no question of a lesson. */
export function optionalQuestion(
  id: string,
): { source: QuestionSource; lessonId: LessonId; name: string } | null {
  const [, source, lessonId = "", name = ""] = QUESTION_ID.exec(id) ?? [];
  return source && isLessonId(lessonId) ? { source: source as QuestionSource, lessonId, name } : null; // The pattern has no other source.
}

/** The reviews of which every question has been answered. */
export function answeredReviews(isAnswered: (id: QuestionId) => boolean): ReadonlySet<ReviewSetId> {
  const numbers = Array.from({ length: QUESTIONS_PER_QUIZ }, (_, index) => index + 1);
  const answered = REVIEWS.filter(({ after }) =>
    numbers.every((number) => isAnswered(questionId("review", after, number))),
  );
  return new Set(answered.map(({ set }) => set));
}

/** When a question comes back. `step` is the number of right answers, each on a day when it was due, since the last wrong one. */
export type Recall = { step: number; dueOn: LocalDay | null };

/** After a wrong answer and after each right one that follows. Recalling after growing intervals makes knowledge last. */
const WAITS_DAYS = [1, 3, 7];
export const LAST_STEP = WAITS_DAYS.length;
/** The longest wait, and the days by which time zones differ. */
const FURTHEST_DAYS = 9;

export const NOT_ASKED: Recall = { step: 0, dueOn: null };

export function isDue({ dueOn }: Pick<Recall, "dueOn">, today: LocalDay): boolean {
  // A day further away was set while the device's clock was wrong.
  return dueOn !== null && (dueOn <= today || dueOn > addDays(today, FURTHEST_DAYS));
}

/**
 * When the question comes back after an answer today. A right answer counts only when the question is due; otherwise `before` itself
 * is returned.
 */
export function recallAfter(before: Recall, isRight: boolean, today: LocalDay): Recall {
  if (isRight && !isDue(before, today)) return before;
  const step = isRight ? Math.min(before.step + 1, LAST_STEP) : 0;
  const wait = WAITS_DAYS[step];
  return { step, dueOn: wait === undefined ? null : addDays(today, wait) };
}

/** The first day on which one of the questions comes back: today if one is due, null if none does. */
export function nextRecall(recalls: Iterable<Pick<Recall, "dueOn">>, today: LocalDay): LocalDay | null {
  const days = [...recalls].map((each) => (isDue(each, today) ? today : each.dueOn));
  return days.filter((day) => day !== null).sort()[0] ?? null;
}
