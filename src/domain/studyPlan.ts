import { COURSE, outlineLesson } from "./course.ts";
import { LESSON_IDS, type LessonId } from "./ids.ts";
import { PACING, type PacingStep, REVIEWS, type Review } from "./pacing.ts";
import { paths } from "./paths.ts";
import { addDays, daysBetween, type LocalDay } from "./studyDays.ts";

/** The day of the calendar on which day `day` (from 1) of the plan falls. */
export function dateOf(start: LocalDay, day: number): LocalDay {
  return addDays(start, day - 1);
}

/** Which day of the plan it is: 1 on the first, 0 and less before it. */
export function planDay(start: LocalDay, today: LocalDay): number {
  return daysBetween(start, today) + 1;
}

/**
 * The first day of the plan of somebody who chose none: the first day of study, null before there is one. A device
 * whose clock was wrong has left days behind that cannot be true. The server's word bounds them: nobody follows the
 * plan before `opened`, the day on which the course opened for them, and nobody has studied after today.
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

/** What a learner has done: the lessons that are complete, and the review sets that were gone through. */
export type Done = { lessons: ReadonlySet<LessonId>; reviews: ReadonlySet<Review["set"]> };

/** The capstone is finished when its lesson is complete. */
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
 * What the plan holds for a learner on one of its days (from 1): what is for this day or was for an earlier one, or
 * else the next. A review of today comes before a lesson, any other after it: it must not stand in the way.
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

/** A day of the plan on which nothing is planned: such a day ends no run of study days. */
export function isRestDay(start: LocalDay, day: LocalDay): boolean {
  const number = planDay(start, day);
  return number >= 1 && number <= COURSE.days && !PACING.some((step) => step.day === number);
}

/** What has been learned is worth recalling two days later, and not sooner. */
const REST_BEFORE_REVIEW_DAYS = 2;

/**
 * When a set of questions is due: on its day of the plan, and for those who take longer two days after the last of
 * its lessons. Null while one of these is still to be completed. `completedOn` says on which day a lesson was.
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
