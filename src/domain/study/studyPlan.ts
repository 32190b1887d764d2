import { outlineLesson } from "../course/course.ts";
import { LESSON_IDS, type LessonId } from "../ids.ts";
import { paths } from "../paths.ts";
import type { BegunLesson } from "./begun.ts";
import { labNoun, PACING, type PacingStep } from "./pacing.ts";
import { AGAIN_TITLE, REVIEWS, type Review, reviewTitle } from "./reviews.ts";
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

/** A step of the plan, or the questions that are due to be tried again, for which the plan has no day. */
export type StudyStep = PacingStep | { kind: "again" };

export function stepTitle(step: StudyStep): string {
  switch (step.kind) {
    case "lesson":
      return `Lesson ${step.lessonId}: ${outlineLesson(step.lessonId).title}`;
    case "lab":
      return `${labNoun(step)}: ${step.title}`;
    case "review":
      return reviewTitle(reviewAfter(step.after));
    case "submit":
      return "Hand in your capstone";
    case "again":
      return AGAIN_TITLE;
  }
}

export function stepPath(step: StudyStep): string {
  switch (step.kind) {
    case "lesson":
      return paths.course(step.lessonId);
    case "lab":
      return paths.lab(step.lab);
    case "review":
      return paths.review(reviewAfter(step.after).set);
    case "submit":
      return paths.capstone();
    case "again":
      return paths.review("due");
  }
}

export function reviewAfter(lessonId: LessonId): Review {
  const found = REVIEWS.find(({ after }) => after === lessonId);
  if (!found) throw new Error(`no review set comes after lesson ${lessonId}`);
  return found;
}

/** What a learner has completed: lessons, labs, tasks and topics (by name), reviews and the capstone. */
export type Done = {
  lessons: ReadonlySet<LessonId>;
  labs: ReadonlySet<string>;
  reviews: ReadonlySet<Review["set"]>;
  /** Whether the capstone was handed in. */
  isHandedIn: boolean;
};

export function isStepDone(step: PacingStep, { lessons, labs, reviews, isHandedIn }: Done): boolean {
  switch (step.kind) {
    case "lesson":
      return lessons.has(step.lessonId);
    case "lab":
      return labs.has(step.lab);
    case "review":
      return reviews.has(reviewAfter(step.after).set);
    case "submit":
      return isHandedIn;
  }
}

/** What decides which step of the plan is next. */
export type PlanFacts = {
  today: LocalDay;
  /** Day 1 of the plan. Null before the learner has begun. */
  start: LocalDay | null;
  done: Done;
  /** The learner's local day on which a lesson was completed. Null while it is incomplete. */
  completedOn: (lessonId: LessonId) => LocalDay | null;
  begun: Pick<BegunLesson, "lessonId"> | null;
  /** The first day on which a question comes back (`nextRecall`). */
  againOn: LocalDay | null;
};

/** `on` is the day for which the plan has the step. */
export type NextStep =
  | { when: "now"; step: StudyStep }
  | { when: "later"; step: PacingStep; on: LocalDay }
  | { when: "finished" };

/**
 * The learner's next step. A review that is due today comes first, because it is best on its day. A lesson that was
 * begun follows, whatever the plan has for today. Then come the lessons for this or an earlier day, today's labs, tasks and
 * topics, overdue reviews, questions to try again, and overdue labs. None of the last four blocks progress. If there is none
 * of these, the next step is one for a later day.
 */
export function nextStep({ today, start, done, completedOn, begun, againOn }: PlanFacts): NextStep {
  const first = start ?? today;
  const open = PACING.filter((step) => !isStepDone(step, done)).map((step) => ({
    step,
    dueOn:
      step.kind === "review"
        ? reviewDueOn(reviewAfter(step.after), first, completedOn)
        : dateOf(first, step.day),
  }));
  // A plan that begins on a later day begins now if the learner wishes.
  const latest = first > today ? first : today;
  const now = open.filter(({ dueOn }) => dueOn !== null && dueOn <= latest);
  const chosen =
    now.find(({ step, dueOn }) => step.kind === "review" && dueOn === today) ??
    open.find(({ step }) => step.kind === "lesson" && step.lessonId === begun?.lessonId) ??
    now.find(({ step }) => step.kind === "lesson" || step.kind === "submit") ??
    now.find(({ step, dueOn }) => step.kind === "lab" && dueOn === today) ??
    now.find(({ step }) => step.kind === "review") ??
    (againOn !== null && againOn <= today ? AGAIN : now[0]);
  if (chosen) return { when: "now", step: chosen.step };
  const next = open.find(({ step }) => step.kind !== "review") ?? open[0];
  if (!next) return { when: "finished" };
  return { when: "later", step: next.step, on: next.dueOn ?? dateOf(first, next.step.day) };
}

const AGAIN: { step: StudyStep } = { step: { kind: "again" } };

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
