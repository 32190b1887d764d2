import type { AuthMail } from "@academy/local-supabase";
import {
  button,
  code,
  type Frame,
  link,
  type MailContent,
  type RenderedMail,
} from "../functions/_shared/mail/layout.ts";
import { renderMail } from "../functions/_shared/mail/render.ts";
import { mailPaths } from "../src/domain/mailPaths.ts";
import { paths } from "../src/domain/paths.ts";
import { SITE } from "../src/domain/site.ts";

const ONCE = "The link and the code work once, within an hour, in any browser.";
const NOT_YOU = "If it was not you, ignore this email: nothing changes unless the link is used.";

/**
 * A link to one of our pages, on which a button performs the action. Opening the link has no effect, because security
 * scanners open every link in an email. The data for the button is in the fragment, which is not sent to any server.
 */
function confirmUrl(page: string, type: string): string {
  return `{{ .SiteURL }}${page}#token_hash={{ .TokenHash }}&type=${type}`;
}

/**
 * The emails of the auth server, by their names in supabase/config.toml and with its variables, which both this server and
 * hosted Supabase fill in. `node tools/authMails.ts` generates supabase/templates from them.
 */
export const AUTH_MAILS = {
  // Sent only to addresses for which an account was requested from the auth server itself (docs/decisions/0051). Contains no
  // link that confirms: the account has a password that someone else may have chosen.
  confirmation: {
    subject: "Creating your account",
    blocks: [
      `Someone tried to create an account at ${SITE.name} with this email address. You can create one on our site:`,
      button("Create an account", `{{ .SiteURL }}${paths.auth()}`),
      "If it was not you, ignore this email: nobody can sign in with your address.",
    ],
  },
  recovery: {
    subject: "Choose a new password",
    blocks: [
      `Someone asked for a new password for your account at ${SITE.name}.`,
      button("Choose a new password", confirmUrl(mailPaths.resetPassword(), "recovery")),
      code("Or enter this code", "{{ .Token }}"),
      `${ONCE} ${NOT_YOU}`,
    ],
  },
  // Never sent here. A hosted project sends one on request to its auth server, so it must not sign anyone in.
  magic_link: {
    subject: "Signing in to your account",
    blocks: [
      `Someone asked for a sign-in email for your account at ${SITE.name}. You sign in with your password; if you have forgotten it, choose a new one.`,
      button("Choose a new password", `{{ .SiteURL }}${mailPaths.forgottenPassword()}`),
      "If it was not you, ignore this email.",
    ],
  },
  // Contains neither address, because an attacker may have entered both (docs/decisions/0037).
  email_change: {
    subject: "Confirm the change of your email address",
    blocks: [
      `Someone asked to change the email address of an account at ${SITE.name}. The current address and the new one must both confirm, so each receives this email with its own link.`,
      button("Confirm the change", confirmUrl(mailPaths.emailChange(), "email_change")),
      `The link can be used once, within an hour, in any browser. ${NOT_YOU}`,
    ],
  },
  // Never sent here either.
  reauthentication: {
    subject: "Your confirmation code",
    blocks: [
      `To confirm the change to your account at ${SITE.name}, enter this code:`,
      code("Code", "{{ .Token }}"),
      "If it was not you, please change your password.",
    ],
  },
} satisfies Record<AuthMail["name"] | "magic_link" | "reauthentication", MailContent>;

/** Hosted templates are static, so they cannot contain what staff may change: addresses and the seller. */
export const AUTH_MAIL_FRAME: Frame = {
  greets: "",
  footer: [link("Contact us", `{{ .SiteURL }}${paths.contact()}`)],
};

/** Renders an email of the local auth server with the texts above. */
export function renderAuthMail({ name, token, tokenHash }: AuthMail, siteUrl: string): RenderedMail {
  const values: Record<string, string> = { SiteURL: siteUrl, Token: token, TokenHash: tokenHash };
  const fill = (text: string) => text.replace(/\{\{ \.(\w+) \}\}/g, (_, key: string) => values[key] ?? "");
  const { subject, text, html } = renderMail(AUTH_MAILS[name], AUTH_MAIL_FRAME);
  return { subject, text: fill(text), html: fill(html) };
}
