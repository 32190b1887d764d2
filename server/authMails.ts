import type { AuthMail } from "@academy/local-supabase";
import {
  type Block,
  type MailContent,
  type RenderedMail,
  renderMail,
} from "../functions/_shared/mail/layout.ts";
import { mailPaths } from "../src/domain/mailPaths.ts";
import { paths } from "../src/domain/paths.ts";
import { SITE } from "../src/domain/site.ts";

const ONCE = "The link and the code work once, within an hour, in any browser.";
const NOT_YOU = "If it was not you, ignore this email: nothing changes unless the link is used.";

/**
 * A link to one of our pages, on which a button performs the action. Opening the link has no effect, because security
 * scanners open every link in an email. The data for the button is in the fragment, which is not sent to any server.
 */
function link(page: string, type: string): string {
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
      {
        kind: "text",
        text: `Someone tried to create an account at ${SITE.name} with this email address. You can create one on our site:`,
      },
      { kind: "link", label: "Create an account", url: `{{ .SiteURL }}${paths.auth()}` },
      { kind: "text", text: "If it was not you, ignore this email: nobody can sign in with your address." },
    ],
  },
  recovery: {
    subject: "Choose a new password",
    blocks: [
      { kind: "text", text: `Someone asked for a new password for your account at ${SITE.name}.` },
      { kind: "link", label: "Choose a new password", url: link(mailPaths.resetPassword(), "recovery") },
      { kind: "value", label: "Or enter this code", value: "{{ .Token }}" },
      { kind: "text", text: `${ONCE} ${NOT_YOU}` },
    ],
  },
  // Never sent here. A hosted project sends one on request to its auth server, so it must not sign anyone in.
  magic_link: {
    subject: "Signing in to your account",
    blocks: [
      {
        kind: "text",
        text: `Someone asked for a sign-in email for your account at ${SITE.name}. You sign in with your password; if you have forgotten it, choose a new one.`,
      },
      {
        kind: "link",
        label: "Choose a new password",
        url: `{{ .SiteURL }}${mailPaths.forgottenPassword()}`,
      },
      { kind: "text", text: "If it was not you, ignore this email." },
    ],
  },
  // Contains neither address, because an attacker may have entered both (docs/decisions/0037).
  email_change: {
    subject: "Confirm the change of your email address",
    blocks: [
      {
        kind: "text",
        text: `Someone asked to change the email address of an account at ${SITE.name}. The current address and the new one must both confirm, so each receives this email with its own link.`,
      },
      { kind: "link", label: "Confirm the change", url: link(mailPaths.emailChange(), "email_change") },
      { kind: "text", text: `The link can be used once, within an hour, in any browser. ${NOT_YOU}` },
    ],
  },
  // Never sent here either.
  reauthentication: {
    subject: "Your confirmation code",
    blocks: [
      { kind: "text", text: `To confirm the change to your account at ${SITE.name}, enter this code:` },
      { kind: "value", label: "Code", value: "{{ .Token }}" },
      { kind: "text", text: "If it was not you, please change your password." },
    ],
  },
} satisfies Record<AuthMail["name"] | "magic_link" | "reauthentication", MailContent>;

/** The end of the signature: hosted templates are static, so they cannot contain an address that staff may change. */
export const AUTH_MAIL_CONTACT = `{{ .SiteURL }}${paths.contact()}`;

/** Renders an email of the local auth server with the texts above. */
export function renderAuthMail({ name, token, tokenHash }: AuthMail, siteUrl: string): RenderedMail {
  const content = fill(AUTH_MAILS[name], { SiteURL: siteUrl, Token: token, TokenHash: tokenHash });
  return renderMail(content, siteUrl + paths.contact());
}

function fill(content: MailContent, values: Record<string, string>): MailContent {
  const put = (text: string) => text.replace(/\{\{ \.(\w+) \}\}/g, (_, name: string) => values[name] ?? "");
  return { ...content, blocks: content.blocks.map((block) => fillBlock(block, put)) };
}

function fillBlock(block: Block, put: (text: string) => string): Block {
  switch (block.kind) {
    case "text":
      return { ...block, text: put(block.text) };
    case "value":
      return { ...block, value: put(block.value) };
    case "link":
      return { ...block, url: put(block.url) };
    case "rows":
      return block;
  }
}
