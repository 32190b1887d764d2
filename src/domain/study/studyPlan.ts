import { COURSE, outlineLesson } from "../course/course.ts";
import { LESSON_IDS, type LessonId } from "../ids.ts";
import { paths } from "../paths.ts";
import { PACING, type PacingStep, REVIEWS, type Review } from "./pacing.ts";
import { addDays, daysBetween, type LocalDay } from "./studyDays.ts";

/** The calendar day of day `day` (one-based) of the plan. */
export function dateOf(start: LocalDay, day: number): LocalDay {
  return addDays(start, day - 1);
}

/** The current day of the plan: 1 on the first day, 0 or less before it. */
export function planDay(start: LocalDay, today: LocalDay): number {
  return daysBetween(start, today) + 1;
}

/**
 * The first day of the plan for a learner who has not chosen one: the first study day, or null before there is one. A
 * device with a wrong clock may have recorded impossible days. They are limited by the server's data: the plan cannot
 * begin before `opened`, the day the course opened for the learner, and no study day is after today.
 */
export function firstDayOfStudy(
  days: ReadonlySet<LocalDay>,
  { opened, today }: { opened: LocalDay | null; today: LocalDay },
): LocalDay | null {
  const [first] = [...days].filter((day) => day <= today).sort();
  if (first === undefined) return null;
  return opened !== null && first < opened && opened <= today ? opened : first;
}

export function stepTitle(step: PacingStep): string {
  switch (step.kind) {
    case "lesson":
      return `Lesson ${step.lessonId}: ${outlineLesson(step.lessonId).title}`;
    case "review":
      return reviewTitle(reviewAfter(step.after));
    case "submit":
      return "Finish your capstone";
  }
}

export function stepPath(step: PacingStep): string {
  switch (step.kind) {
    case "lesson":
      return paths.course(step.lessonId);
    case "review":
      return paths.review(reviewAfter(step.after).set);
    case "submit":
      return paths.course("11");
  }
}

export function reviewTitle({ set, after }: Review): string {
  return `Review ${set}: lessons 1 to ${after}`;
}

function reviewAfter(lessonId: LessonId): Review {
  const found = REVIEWS.find(({ after }) => after === lessonId);
  if (!found) throw new Error(`no review set comes after lesson ${lessonId}`);
  return found;
}

/** The lessons and reviews that a learner has completed. */
export type Done = { lessons: ReadonlySet<LessonId>; reviews: ReadonlySet<Review["set"]> };

/** The capstone counts as submitted once its lesson is complete. */
export function isStepDone(step: PacingStep, { lessons, reviews }: Done): boolean {
  switch (step.kind) {
    case "lesson":
      return lessons.has(step.lessonId);
    case "review":
      return reviews.has(reviewAfter(step.after).set);
    case "submit":
      return lessons.has("11");
  }
}

/**
 * The learner's next step on a day of the plan (one-based): a step for this or an earlier day or, if there is none, the
 * next one. A review that is due today comes before a lesson and any other review after it, so that reviews never block
 * progress.
 */
export type NextStep = { when: "now" | "later"; step: PacingStep } | { when: "finished" };

export function nextStep(day: number, done: Done): NextStep {
  const open = PACING.filter((step) => !isStepDone(step, done));
  const now = open.filter((step) => step.day <= Math.max(day, 1));
  const step =
    now.find((each) => each.kind === "review" && each.day === day) ??
    now.find((each) => each.kind !== "review") ??
    now[0];
  if (step) return { when: "now", step };
  const next = open.find((each) => each.kind !== "review") ?? open[0];
  return next ? { when: "later", step: next } : { when: "finished" };
}

/** A day of the plan without a step. It does not break a streak. */
export function isRestDay(start: LocalDay, day: LocalDay): boolean {
  const number = planDay(start, day);
  return number >= 1 && number <= COURSE.days && !PACING.some((step) => step.day === number);
}

/** A review is useful from two days after the lesson. */
const REST_BEFORE_REVIEW_DAYS = 2;

/**
 * When a review is due: on its day of the plan or, for slower learners, two days after the last of its lessons. Null
 * while one of them is incomplete. `completedOn` returns the day on which a lesson was completed.
 */
export function reviewDueOn(
  review: Review,
  start: LocalDay,
  completedOn: (lessonId: LessonId) => LocalDay | null,
): LocalDay | null {
  const lessons = LESSON_IDS.slice(0, LESSON_IDS.indexOf(review.after) + 1).map(completedOn);
  let due = dateOf(start, review.day);
  for (const day of lessons) {
    if (day === null) return null;
    const rested = addDays(day, REST_BEFORE_REVIEW_DAYS);
    if (rested > due) due = rested;
  }
  return due;
}
