import { mailPaths } from "../../../../src/domain/mailPaths.ts";
import { SITE } from "../../../../src/domain/site.ts";
import { formatDate } from "../formatDate.ts";
import type { MailContent } from "../layout.ts";

/** Sent when a user requests deletion. Explains how and until when it can be undone, in any browser. */
export function deletionRequestedMail(details: { siteUrl: string; dueAt: string; key: string }): MailContent {
  const day = formatDate(details.dueAt);
  return {
    subject: `Your account will be deleted on ${day}`,
    blocks: [
      { kind: "text", text: "Hello," },
      {
        kind: "text",
        text: `You asked us to delete your account with ${SITE.name}. We will do so on ${day}. Until then everything stays as it is, and you can change your mind:`,
      },
      // In the URL's fragment, so that no server receives the key. Only the button on the page changes anything.
      {
        kind: "link",
        label: "Keep my account",
        url: `${details.siteUrl}${mailPaths.keepAccount()}#${details.key}`,
      },
      {
        kind: "text",
        text: "If you did not ask for this, keep your account with the link above and then change your password: someone else may know it.",
      },
    ],
  };
}

export function deletionUndoneMail(): MailContent {
  return {
    subject: "Your account will be kept",
    blocks: [
      { kind: "text", text: "Hello," },
      {
        kind: "text",
        text: `Your account with ${SITE.name} will not be deleted. Nothing was lost. If it was not you who changed this, please reply to this email.`,
      },
    ],
  };
}

/** The last email. By now only the address to send it to is still stored. */
export function accountDeletedMail(): MailContent {
  return {
    subject: "Your account has been deleted",
    blocks: [
      { kind: "text", text: "Hello," },
      {
        kind: "text",
        text: `Your account with ${SITE.name} and everything that belonged to it have been deleted. As tax law requires, we keep a record of what you bought, but not your name. Our payment provider has deleted your customer record; it must keep the payments, with the name, email address and postcode that you entered on its page. If you are still signed in on a device, your data stays there until you next open the academy on it.`,
      },
      { kind: "text", text: "Thank you for learning with us." },
    ],
  };
}
