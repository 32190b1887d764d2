import { z } from "zod";
import { COURSE, outlineLesson } from "../../../../src/domain/course/course.ts";
import { LESSON_IDS } from "../../../../src/domain/ids.ts";
import {
  isReviewPage,
  labName,
  openStepWords,
  REMINDER_PATH,
  type ReminderStep,
  reminderStepPath,
  reminderText,
} from "../../../../src/domain/study/reminderText.ts";
import type { MailContent } from "../layout.ts";

const common = {
  user_id: z.uuid(),
  /** ISO 8601. Later than this, the email would only disturb. */
  until: z.iso.datetime(),
};
export const studyReminderData = z.union([
  z.object({ ...common, lessonId: z.enum(LESSON_IDS), step: z.int().nullable(), minutes: z.int() }),
  z.object({ ...common, lab: z.string(), minutes: z.int() }),
  z.object({ ...common, review: z.string().refine(isReviewPage) }),
  z.object({ ...common, capstone: z.literal(true) }),
]);
export type StudyReminder = z.infer<typeof studyReminderData>;

/** Sent once a day, on days with something to do, to learners who chose it. `key` turns it off. */
export function studyReminderMail(details: {
  siteUrl: string;
  functionsUrl: string;
  step: ReminderStep;
  key: string;
}): MailContent {
  const { siteUrl, functionsUrl, step, key } = details;
  const text = reminderText(step);
  return {
    subject: text,
    unsubscribeUrl: `${functionsUrl}/stop-reminders?key=${key}`,
    blocks: [
      { kind: "text", text: "Hello," },
      {
        kind: "text",
        text: nextWords(step),
      },
      {
        kind: "link",
        label: openStepWords(step),
        url: `${siteUrl}${reminderStepPath(step)}`,
      },
      {
        kind: "text",
        text: "You receive this email because you turned reminders on in your study plan. They come at most once a day, and never on a day when you have already studied.",
      },
      { kind: "link", label: "Turn reminders off", url: `${siteUrl}${REMINDER_PATH}#key=${key}` },
    ],
  };
}

function nextWords(step: ReminderStep): string {
  if ("capstone" in step) {
    return `The last step of your study plan for ${COURSE.title} is to hand in your capstone, the Plural AI Review.`;
  }
  if ("review" in step && step.review === "due") {
    return `Some questions of ${COURSE.title} that you once got wrong are due again. Nothing is graded.`;
  }
  if ("review" in step) {
    return `Next in your study plan for ${COURSE.title}: ${reminderText(step)}. Five mixed questions, and nothing is graded.`;
  }
  const next =
    "lab" in step
      ? `the ${lowered(labName(step.lab))} (about ${step.minutes} minutes)`
      : `${outlineLesson(step.lessonId).title} (${reminderText(step).toLowerCase()})`;
  return `Next in your study plan for ${COURSE.title}: ${next}.`;
}

/** "Lab “Brief it”" becomes "lab “Brief it”". */
function lowered(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}
