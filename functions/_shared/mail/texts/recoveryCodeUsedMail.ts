import { paths } from "../../../../src/domain/paths.ts";
import { SITE } from "../../../../src/domain/site.ts";
import type { MailContent } from "../layout.ts";

/** Notifies the account's owner that someone signed in without the second factor. */
export function recoveryCodeUsedMail(siteUrl: string): MailContent {
  return {
    subject: "A recovery code was used on your account",
    blocks: [
      {
        kind: "text",
        text: `A recovery code was used to sign in to your account at ${SITE.name}. We have removed your second factors and signed out your other devices. The remaining recovery codes no longer work.`,
      },
      { kind: "text", text: "If that was you, set up a second factor again when you can." },
      { kind: "link", label: "Your account", url: `${siteUrl}${paths.account()}` },
      {
        kind: "text",
        text: "If it was not you, change your password immediately: someone else knows it and had one of your codes.",
      },
    ],
  };
}
