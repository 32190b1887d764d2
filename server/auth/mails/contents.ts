import type { MailContent } from "../../../functions/_shared/mail/layout.ts";
import { SITE } from "../../../src/domain/site.ts";

const ONCE = "The link and the code work once, within an hour, in any browser.";
const NOT_YOU = "If that was not you, please do nothing: without the link nothing changes.";

/**
 * The mails of the auth server, by their names in supabase/config.toml and with its variables, which go into the texts
 * here and on hosted Supabase alike: `node tools/authMails.ts` writes supabase/templates from them.
 */
export const AUTH_MAILS = {
  confirmation: {
    subject: "Confirm your e-mail address",
    blocks: [
      { kind: "text", text: `Welcome to ${SITE.name}. Please confirm that this address is yours.` },
      { kind: "link", label: "Confirm my address", url: "{{ .ConfirmationURL }}" },
      { kind: "value", label: "Or enter this code", value: "{{ .Token }}" },
      { kind: "text", text: ONCE },
    ],
  },
  recovery: {
    subject: "Choose a new password",
    blocks: [
      { kind: "text", text: `A new password was asked for, for your account at ${SITE.name}.` },
      { kind: "link", label: "Choose a new password", url: "{{ .ConfirmationURL }}" },
      { kind: "value", label: "Or enter this code", value: "{{ .Token }}" },
      { kind: "text", text: `${ONCE} ${NOT_YOU}` },
    ],
  },
  magic_link: {
    subject: "Your link to sign in",
    blocks: [
      { kind: "text", text: `With this link you sign in at ${SITE.name}.` },
      { kind: "link", label: "Sign in", url: "{{ .ConfirmationURL }}" },
      { kind: "value", label: "Or enter this code", value: "{{ .Token }}" },
      { kind: "text", text: `${ONCE} ${NOT_YOU}` },
    ],
  },
  email_change: {
    subject: "Confirm the change of your e-mail address",
    blocks: [
      {
        kind: "text",
        text: `Your account at ${SITE.name} is to move from {{ .Email }} to {{ .NewEmail }}. Both addresses have to agree, so each of them has a mail with a link of its own.`,
      },
      { kind: "link", label: "Agree to the change", url: "{{ .ConfirmationURL }}" },
      { kind: "value", label: "Or enter this code", value: "{{ .Token }}" },
      { kind: "text", text: `${ONCE} ${NOT_YOU}` },
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
