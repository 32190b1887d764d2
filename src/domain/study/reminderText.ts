import type { LessonId } from "../ids.ts";
import { paths } from "../paths.ts";

/**
 * The page that turns reminders off, with a key (emails) or a step (notifications) as its fragment. Not in mailPaths.ts,
 * which more pages load.
 */
export const REMINDER_PATH = "/auth/reminder";

/** The next step of the plan, as a reminder names it. It contains nothing else about the learner. */
export type ReminderStep = {
  lessonId: LessonId;
  /** The step of the lesson (one-based) that is next, if the learner has begun the lesson. */
  step: number | null;
  /** How long the rest of the lesson takes. */
  minutes: number;
  /** The capstone that was written in the lesson is to be handed in. Older devices ignore this and open the lesson. */
  isCapstone?: boolean | undefined;
};

/** For example: Lesson 5, step 2, about 12 minutes. */
export function reminderText({ lessonId, step, minutes, isCapstone }: ReminderStep): string {
  if (isCapstone) return "Hand in your capstone";
  return [`Lesson ${lessonId}`, ...(step ? [`step ${step}`] : []), `about ${minutes} minutes`].join(", ");
}

/** Where the reminder leads. */
export function reminderPath({ lessonId, step, isCapstone }: ReminderStep): string {
  return isCapstone ? paths.capstone() : paths.course(lessonId, step ? { step } : {});
}
