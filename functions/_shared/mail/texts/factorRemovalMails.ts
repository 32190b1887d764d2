import { z } from "zod";
import { mailPaths } from "../../../../src/domain/mailPaths.ts";
import { paths } from "../../../../src/domain/paths.ts";
import { SITE } from "../../../../src/domain/site.ts";
import { formatTime } from "../formatDate.ts";
import { type MailContent, text } from "../layout.ts";

const when = z.iso.datetime();
export const removalRequestedData = z.object({ user_id: z.uuid(), earliest_at: when, expires_at: when });
type RemovalRequested = z.infer<typeof removalRequestedData>;

/** The site and the address of its support. */
type Places = { siteUrl: string; supportEmail: string };

/** Warns the account's owner while the removal can still be stopped. It has no link that stops it: see decision 0073. */
export function factorRemovalRequestedMail(
  { siteUrl, supportEmail }: Places,
  data: RemovalRequested,
): MailContent {
  return {
    subject: "Someone asked us to remove your second factor",
    blocks: [
      text("Hello,"),
      text(
        `Someone asked us to remove the second factor of your account at ${SITE.name} and said that it was lost. A member of our staff has checked who is asking. A second member will make another check before anything changes.`,
      ),
      {
        kind: "rows",
        rows: [
          ["Earliest removal", formatTime(data.earliest_at)],
          ["The request expires", formatTime(data.expires_at)],
        ],
      },
      text(
        "If it was you, you do not need to do anything. We will email you again when the second factor has been removed.",
      ),
      text(
        "If it was not you, or you have found your second factor: sign in with it now. That stops the request immediately. On a device where you are signed in already, sign out first.",
      ),
      { kind: "link", label: "Sign in", url: `${siteUrl}${paths.auth()}` },
      text(
        `If it was not you and you cannot sign in, write to us at ${supportEmail} before the time of the earliest removal. Someone may know your password, so choose a new one as well:`,
      ),
      { kind: "link", label: "Choose a new password", url: `${siteUrl}${mailPaths.forgottenPassword()}` },
    ],
  };
}

export function factorRemovedMail({ siteUrl, supportEmail }: Places): MailContent {
  return {
    subject: "Your second factor was removed",
    blocks: [
      text("Hello,"),
      text(
        `Two members of our staff checked who was asking, and we have removed every second factor of your account at ${SITE.name}. Your recovery codes no longer work, and all your devices were signed out. Work that a device had not sent yet is sent after you sign in there again.`,
      ),
      text("Sign in with your password, or with Google or GitHub, and set up a second factor again:"),
      { kind: "link", label: "Your account", url: `${siteUrl}${paths.account()}` },
      text(
        `If you did not ask for this, choose a new password immediately, and write to us at ${supportEmail}:`,
      ),
      { kind: "link", label: "Choose a new password", url: `${siteUrl}${mailPaths.forgottenPassword()}` },
    ],
  };
}
