import { z } from "zod";
import { CERTIFICATE_NAMES } from "../../../../src/domain/certificate/certificate.ts";
import { COURSE, outlineLesson } from "../../../../src/domain/course/course.ts";
import { LESSON_IDS } from "../../../../src/domain/ids.ts";
import { mailPaths } from "../../../../src/domain/mailPaths.ts";
import { paths } from "../../../../src/domain/paths.ts";
import { REVOCATION_CAUSES, revocationCauseSchema } from "../../../../src/domain/staff/causes.ts";
import {
  isReviewPage,
  labName,
  openStepWords,
  type ReminderStep,
  reminderStepPath,
  reminderText,
} from "../../../../src/domain/study/reminderText.ts";
import { callDatabase } from "../../database.ts";
import { button, link, type MailContent } from "../layout.ts";
import { dataMail, mail, type Places } from "../mailKind.ts";

const common = {
  user_id: z.uuid(),
  /** ISO 8601. Later than this, the email would only disturb. */
  until: z.iso.datetime(),
};
const studyReminderData = z.union([
  z.object({ ...common, lessonId: z.enum(LESSON_IDS), step: z.int().nullable(), minutes: z.int() }),
  z.object({ ...common, lab: z.string(), minutes: z.int() }),
  z.object({ ...common, review: z.string().refine(isReviewPage) }),
  z.object({ ...common, capstone: z.literal(true) }),
]);
type Reminder = { step: ReminderStep; key: string };
const reviewedData = z.object({ passed: z.boolean(), may_hand_in_again: z.boolean() });
const revokedData = z.object({ kind: z.enum(["completion", "capstone"]), cause: revocationCauseSchema });

export const courseMails = {
  /** Sent once a day, on days with something to do, to learners who chose it. `key` turns the reminders off. */
  study_reminder: mail({
    row: z.object({ data: studyReminderData }),
    load: async ({ data: step }, { admin }): Promise<Reminder | "obsolete"> => {
      if (Date.parse(step.until) < Date.now()) return "obsolete";
      // Null for a learner who has turned the emails off meanwhile.
      const key = await callDatabase(
        admin,
        "reminder_mail_key",
        { p_user: step.user_id },
        z.uuid().nullable(),
      );
      return key === null ? "obsolete" : { step, key };
    },
    write: studyReminderMail,
  }),
  capstone_reviewed: dataMail(reviewedData, capstoneReviewedMail),
  certificate_withdrawn: dataMail(revokedData, certificateWithdrawnMail),
};

function studyReminderMail({ step, key }: Reminder, { siteUrl, functionsUrl }: Places): MailContent {
  return {
    subject: reminderText(step),
    unsubscribeUrl: `${functionsUrl}/stop-reminders?key=${key}`,
    blocks: [
      nextWords(step),
      button(openStepWords(step), `${siteUrl}${reminderStepPath(step)}`),
      "You receive this email because you turned reminders on in your study plan. They come at most once a day, and never on a day when you have already studied.",
      link("Turn reminders off", `${siteUrl}${mailPaths.reminder()}#key=${key}`),
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

/**
 * Sent once for each review. It contains nothing that the learner or the reviewer wrote, because other people may read the
 * mailbox.
 */
function capstoneReviewedMail(reviewed: z.infer<typeof reviewedData>, { siteUrl }: Places): MailContent {
  return {
    subject: "Your capstone has been reviewed",
    blocks: [
      `A reviewer has read the capstone that you handed in for ${COURSE.title}. ${resultText(reviewed)}`,
      "The points for each row of the rubric, and the reviewer's comments, are here:",
      button("Read the review", `${siteUrl}${paths.capstone()}`),
      ...(reviewed.passed
        ? [
            "You can now receive a second credential, which says what was assessed:",
            link("Get your credential", `${siteUrl}${paths.certificate()}`),
          ]
        : []),
    ],
  };
}

function resultText({ passed, may_hand_in_again: mayHandInAgain }: z.infer<typeof reviewedData>): string {
  if (passed) return "It has passed.";
  return mayHandInAgain
    ? "It has not passed yet. You can revise it and hand it in once more."
    : "It has not passed.";
}

/** Sent when staff revoke a certificate. It does not contain the note for staff. */
function certificateWithdrawnMail({ kind, cause }: z.infer<typeof revokedData>): MailContent {
  const name = CERTIFICATE_NAMES[kind];
  return {
    subject: `Your ${name} for ${COURSE.title} has been revoked`,
    blocks: [
      `We have revoked your ${name} for ${COURSE.title}. ${REVOCATION_CAUSES[cause]}`,
      "Its public page now says that it is not valid and no longer shows your name. Please do not use it any more, and remove it from your profiles. A copy that you have saved no longer passes the check.",
      "Your access to the course, your progress and everything you have written do not change.",
      "If you disagree, please reply to this email and say why. A person will review the decision and answer you.",
    ],
  };
}
