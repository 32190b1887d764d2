import { COURSE } from "../../../../src/domain/course/course.ts";
import { mailPaths } from "../../../../src/domain/mailPaths.ts";
import { paths } from "../../../../src/domain/paths.ts";
import type { MailContent } from "../layout.ts";

/** Sent when a payment arrives for an email address that already has an account. */
export function attachedMail(details: { siteUrl: string }): MailContent {
  return {
    subject: `${COURSE.title} is now in your account`,
    blocks: [
      { kind: "text", text: "Hello," },
      {
        kind: "text",
        text: `Thank you for enrolling on ${COURSE.title}. This email address already has an account with us, so we have added the course to it. Your password has not changed.`,
      },
      { kind: "link", label: "Go to My Learning", url: `${details.siteUrl}${paths.dashboard()}` },
      {
        kind: "text",
        text: "If you do not know your password, or your temporary one has expired, choose a new one here:",
      },
      {
        kind: "link",
        label: "Choose a new password",
        url: `${details.siteUrl}${mailPaths.forgottenPassword()}`,
      },
      {
        kind: "text",
        text: "If you cannot sign in, or did not enrol with us, please reply to this email.",
      },
    ],
  };
}
