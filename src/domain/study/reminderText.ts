import type { LessonId } from "../ids.ts";

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
};

/** For example: Lesson 5, step 2, about 12 minutes. */
export function reminderText({ lessonId, step, minutes }: ReminderStep): string {
  return [`Lesson ${lessonId}`, ...(step ? [`step ${step}`] : []), `about ${minutes} minutes`].join(", ");
}
