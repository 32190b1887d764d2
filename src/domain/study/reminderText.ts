import { isLessonId, type LessonId } from "../ids.ts";
import { paths } from "../paths.ts";
import { LABS, labNoun } from "./pacing.ts";
import { AGAIN_TITLE, optionalReview, type ReviewPageId, reviewTitle } from "./reviews.ts";

/** The next step of the plan, as a reminder names it. It contains nothing else about the learner. */
export type ReminderStep =
  | {
      lessonId: LessonId;
      /** The step of the lesson (one-based) that is next, if the learner has begun the lesson. */
      step: number | null;
      /** How long the rest of the lesson takes. */
      minutes: number;
    }
  /** `lab` is the name of a lab, task or topic of the plan. */
  | { lab: string; minutes: number }
  /** A review, or the questions that are due to be tried again. */
  | { review: ReviewPageId }
  /** The capstone is to be handed in. */
  | { capstone: true };

/** Null for anything else, such as a lab that only a newer version knows. */
export function optionalReminderStep(value: unknown): ReminderStep | null {
  if (typeof value !== "object" || value === null) return null;
  const { lessonId, step, lab, review, capstone, minutes } = value as Record<keyof never, unknown>;
  if (capstone === true) return { capstone };
  if (typeof review === "string") return isReviewPage(review) ? { review } : null;
  if (typeof minutes !== "number" || !Number.isInteger(minutes)) return null;
  if (typeof lab === "string") return labOf(lab) ? { lab, minutes } : null;
  if (typeof lessonId !== "string" || !isLessonId(lessonId)) return null;
  if (step === null) return { lessonId, step, minutes };
  return typeof step === "number" && Number.isInteger(step) ? { lessonId, step, minutes } : null;
}

export function isReviewPage(id: string): id is ReviewPageId {
  return id === "due" || optionalReview(id) !== null;
}

/** For example: Lesson 5, step 2, about 12 minutes. Or: Lab “Brief it”, about 12 minutes. */
export function reminderText(next: ReminderStep): string {
  if ("capstone" in next) return "Hand in your capstone";
  if ("review" in next) {
    const review = optionalReview(next.review);
    return review ? reviewTitle(review) : AGAIN_TITLE;
  }
  const minutes = `about ${next.minutes} minutes`;
  if ("lab" in next) return `${labName(next.lab)}, ${minutes}`;
  return [`Lesson ${next.lessonId}`, ...(next.step ? [`step ${next.step}`] : []), minutes].join(", ");
}

/** The page with the step. */
export function reminderStepPath(next: ReminderStep): string {
  if ("capstone" in next) return paths.capstone();
  if ("lab" in next) return paths.lab(next.lab);
  if ("review" in next) return paths.review(next.review);
  return paths.course(next.lessonId, next.step ? { step: next.step } : {});
}

/** What the button or link to the step says. */
export function openStepWords(next: ReminderStep): string {
  if ("capstone" in next) return "Open your capstone";
  if ("review" in next) return next.review === "due" ? "Open the questions" : "Open the review";
  return `Open the ${"lab" in next ? (labOf(next.lab)?.form ?? "lab") : "lesson"}`;
}

/** For example: Lab “Brief it”. */
export function labName(name: string): string {
  const step = labOf(name);
  return step ? `${labNoun(step)} “${step.title}”` : name;
}

function labOf(name: string) {
  return LABS.find(({ lab }) => lab === name);
}
