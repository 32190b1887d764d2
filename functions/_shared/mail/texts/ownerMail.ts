import { mailPaths } from "../../../../src/domain/mailPaths.ts";
import { paths } from "../../../../src/domain/paths.ts";
import { SITE } from "../../../../src/domain/site.ts";
import { formatTime } from "../formatDate.ts";
import type { Block, MailContent } from "../layout.ts";
import type { OwnerMail } from "../queuedMail.ts";

type Told = { subject: string; what: string; otherwise: Block[] };

const FACTORS = { totp: "An authenticator app", phone: "A phone", webauthn: "A passkey" };
const PROVIDERS: Record<string, string | undefined> = { google: "Google", github: "GitHub" };
const text = (words: string): Block => ({ kind: "text", text: words });

/** To the owner, of what was changed in how the account is got into: what, when, and what to do about it. */
export function ownerMail(siteUrl: string, mail: OwnerMail): MailContent {
  const { subject, what, otherwise } = tell(siteUrl, mail);
  const at = formatTime(mail.data.at);
  return {
    subject,
    blocks: [
      text("Hello,"),
      text(`${what} That was on ${at}, on your account at ${SITE.name}.`),
      text("If it was you, there is nothing to do."),
      ...otherwise,
    ],
  };
}

function tell(siteUrl: string, mail: OwnerMail): Told {
  const newPassword: Block = {
    kind: "link",
    label: "Choose a new password",
    url: `${siteUrl}${mailPaths.forgottenPassword()}`,
  };
  const account: Block = { kind: "link", label: "Your account", url: `${siteUrl}${paths.account()}` };
  const writeToUs = `write to us at ${SITE.supportEmail}`;
  switch (mail.kind) {
    case "password_changed":
      return {
        subject: "Your password was changed",
        what: "Your password was changed, and other devices were signed out.",
        otherwise: [
          text("If it was not you, choose a new one at once:"),
          newPassword,
          text(`If that does not let you in, ${writeToUs}.`),
        ],
      };
    case "email_changed":
      return {
        subject: "Your account has moved to another e-mail address",
        what: "Your account now has another e-mail address. This one no longer opens it.",
        otherwise: [text(`If it was not you, ${writeToUs} at once: only we can undo it.`)],
      };
    case "second_factor_added":
      return {
        subject: "A second factor was added to your account",
        what: `${FACTORS[mail.data.factor_type]} was added as a second factor. It is asked for whenever you sign in.`,
        otherwise: [text(`If it was not you, ${writeToUs} at once: whoever did this got into your account.`)],
      };
    case "second_factor_removed":
      return {
        subject: "A second factor was removed from your account",
        what: `${FACTORS[mail.data.factor_type]} no longer is a second factor.`,
        otherwise: [
          text("If it was not you, choose a new password at once, and set up a second factor again:"),
          newPassword,
          account,
        ],
      };
    case "recovery_codes_made":
      return {
        subject: "New recovery codes were made for your account",
        what: "Ten new recovery codes were made. Those from before no longer work.",
        otherwise: [
          text(
            "If it was not you, choose a new password at once, and then make new codes: whoever made these can get past your second factor.",
          ),
          newPassword,
          account,
        ],
      };
    case "provider_joined": {
      const provider = PROVIDERS[mail.data.provider] ?? mail.data.provider;
      return {
        subject: `${provider} now opens your account`,
        what: `Somebody signed in with the ${provider} account that has your e-mail address. From now on it opens your account here.`,
        otherwise: [
          text(
            `If it was not you, somebody else controls that ${provider} account. Secure it there, and ${writeToUs} at once.`,
          ),
        ],
      };
    }
  }
}
