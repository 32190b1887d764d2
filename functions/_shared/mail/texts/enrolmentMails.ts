import { COURSE } from "../../../../src/domain/course/course.ts";
import { mailPaths } from "../../../../src/domain/mailPaths.ts";
import { paths } from "../../../../src/domain/paths.ts";
import { SITE } from "../../../../src/domain/site.ts";
import { readableEmail } from "../../../../src/domain/text/readableEmail.ts";
import { formatDate } from "../formatDate.ts";
import type { MailContent } from "../layout.ts";

/**
 * Sent to a guest whose payment created an account. Tools parse the line "Temporary password: …", so its wording is
 * fixed.
 */
export function credentialsMail(details: {
  siteUrl: string;
  email: string;
  password: string;
  /** When the password expires, in ISO 8601. */
  until: string;
}): MailContent {
  return {
    subject: `Your sign-in details for ${SITE.name}`,
    blocks: [
      { kind: "text", text: "Hello," },
      {
        kind: "text",
        text: `Thank you for enrolling on ${COURSE.title}. We have created an account for you. Sign in with these details:`,
      },
      { kind: "value", label: "Email", value: readableEmail(details.email) },
      { kind: "value", label: "Temporary password", value: details.password },
      { kind: "link", label: "Sign in", url: `${details.siteUrl}${paths.auth()}` },
      {
        kind: "text",
        text: `When you first sign in, you will be asked to choose your own password. The temporary one expires on ${formatDate(details.until)}. After that, choose a new password here:`,
      },
      {
        kind: "link",
        label: "Choose a new password",
        url: `${details.siteUrl}${mailPaths.forgottenPassword()}`,
      },
      {
        kind: "text",
        text: "If you did not enrol with us, please reply to this email and do not use the password.",
      },
    ],
  };
}

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
