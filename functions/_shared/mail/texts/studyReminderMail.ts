import { z } from "zod";
import { COURSE, outlineLesson } from "../../../../src/domain/course/course.ts";
import { LESSON_IDS } from "../../../../src/domain/ids.ts";
import {
  REMINDER_PATH,
  type ReminderStep,
  reminderPath,
  reminderText,
} from "../../../../src/domain/study/reminderText.ts";
import type { MailContent } from "../layout.ts";

export const studyReminderData = z.object({
  user_id: z.uuid(),
  lessonId: z.enum(LESSON_IDS),
  step: z.int().nullable(),
  minutes: z.int(),
  isCapstone: z.boolean().optional(),
  /** ISO 8601. Later than this, the email would only disturb. */
  until: z.iso.datetime(),
});
export type StudyReminder = z.infer<typeof studyReminderData>;

/** Sent once a day, on days with something to do, to learners who chose it. `key` turns it off. */
export function studyReminderMail(details: {
  siteUrl: string;
  functionsUrl: string;
  step: ReminderStep;
  key: string;
}): MailContent {
  const { siteUrl, functionsUrl, step, key } = details;
  const { lessonId, isCapstone } = step;
  const text = reminderText(step);
  return {
    subject: text,
    unsubscribeUrl: `${functionsUrl}/stop-reminders?key=${key}`,
    blocks: [
      { kind: "text", text: "Hello," },
      {
        kind: "text",
        text: isCapstone
          ? `You have completed every lesson of ${COURSE.title}. The last step of your study plan is to hand in your capstone, the Plural AI Review that you wrote in lesson ${lessonId}.`
          : `Next in your study plan for ${COURSE.title}: ${outlineLesson(lessonId).title} (${text.toLowerCase()}).`,
      },
      {
        kind: "link",
        label: isCapstone ? "Open your capstone" : "Open the lesson",
        url: `${siteUrl}${reminderPath(step)}`,
      },
      {
        kind: "text",
        text: "You receive this email because you turned reminders on in your study plan. They come at most once a day, and never on a day when you have already studied.",
      },
      { kind: "link", label: "Turn reminders off", url: `${siteUrl}${REMINDER_PATH}#key=${key}` },
    ],
  };
}
