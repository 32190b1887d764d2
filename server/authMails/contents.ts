import type { MailContent } from "../../functions/_shared/mail/layout.ts";
import { mailPaths } from "../../src/domain/mailPaths.ts";
import { SITE } from "../../src/domain/site.ts";

const ONCE = "The link and the code work once, within an hour, in any browser.";
const NOT_YOU = "If that was not you, please do nothing: without the link nothing changes.";

/**
 * A page of ours, where a button does what the link is for: to open it does nothing, since programs that look for harm
 * in mails open every link. What the button needs stands after the hash, which no server on the way sees.
 */
function link(page: string, type: string): string {
  return `{{ .SiteURL }}${page}#token_hash={{ .TokenHash }}&type=${type}`;
}

/**
 * The mails of the auth server, by their names in supabase/config.toml and with its variables, which go into the texts
 * here and on hosted Supabase alike: `node tools/authMails.ts` writes supabase/templates from them.
 */
export const AUTH_MAILS = {
  recovery: {
    subject: "Choose a new password",
    blocks: [
      { kind: "text", text: `A new password was asked for, for your account at ${SITE.name}.` },
      { kind: "link", label: "Choose a new password", url: link(mailPaths.resetPassword(), "recovery") },
      { kind: "value", label: "Or enter this code", value: "{{ .Token }}" },
      { kind: "text", text: `${ONCE} ${NOT_YOU}` },
    ],
  },
  // Never sent here. A hosted project sends one to whoever asks its auth server for it: it must open nothing.
  magic_link: {
    subject: "Signing in to your account",
    blocks: [
      {
        kind: "text",
        text: `A mail to sign in was asked for, for your account at ${SITE.name}. You sign in with your password; if you have forgotten it, choose a new one.`,
      },
      {
        kind: "link",
        label: "Choose a new password",
        url: `{{ .SiteURL }}${mailPaths.forgottenPassword()}`,
      },
      { kind: "text", text: "If that was not you, please do nothing." },
    ],
  },
  // Names neither address: a stranger may have typed both (docs/decisions/0037).
  email_change: {
    subject: "Confirm the change of your e-mail address",
    blocks: [
      {
        kind: "text",
        text: `Someone asked to change the email address of an account at ${SITE.name}. The present address and the new one both have to agree, so each receives this mail with its own link.`,
      },
      { kind: "link", label: "Agree to the change", url: link(mailPaths.emailChange(), "email_change") },
      { kind: "text", text: `The link works once, within an hour, in any browser. ${NOT_YOU}` },
    ],
  },
  reauthentication: {
    subject: "Your confirmation code",
    blocks: [
      { kind: "text", text: `To go on with what you were changing at ${SITE.name}, enter this code.` },
      { kind: "value", label: "Code", value: "{{ .Token }}" },
      { kind: "text", text: "If that was not you, please change your password." },
    ],
  },
} satisfies Record<string, MailContent>;
export type AuthMailName = keyof typeof AUTH_MAILS;
