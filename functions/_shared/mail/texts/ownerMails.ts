import { z } from "zod";
import { mailPaths } from "../../../../src/domain/mailPaths.ts";
import { paths } from "../../../../src/domain/paths.ts";
import { SITE } from "../../../../src/domain/site.ts";
import { formatTime } from "../formatDate.ts";
import { type Block, type MailContent, text } from "../layout.ts";

const when = z.object({ at: z.iso.datetime() });
const factorWhen = when.extend({ factor_type: z.enum(["totp", "phone", "webauthn"]) });
export const ownerMailSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("password_changed"), data: when }),
  z.object({ kind: z.literal("email_changed"), data: when }),
  z.object({ kind: z.literal("second_factor_added"), data: factorWhen }),
  z.object({ kind: z.literal("second_factor_removed"), data: factorWhen }),
  z.object({ kind: z.literal("recovery_codes_made"), data: when }),
  z.object({ kind: z.literal("provider_joined"), data: when.extend({ provider: z.string() }) }),
]);
type OwnerMail = z.infer<typeof ownerMailSchema>;

type Places = { siteUrl: string; supportEmail: string };
type Told = { subject: string; what: string; otherwise: Block[] };

const FACTORS = { totp: "An authenticator app", phone: "A phone", webauthn: "A passkey" };
const PROVIDERS: Record<string, string | undefined> = { google: "Google", github: "GitHub" };

/**
 * Notifies the account's owner of a change to how they sign in: what changed, when, and what to do if it was not them.
 */
export function ownerMail(places: Places, mail: OwnerMail): MailContent {
  const { subject, what, otherwise } = tell(places, mail);
  const at = formatTime(mail.data.at);
  return {
    subject,
    blocks: [
      text("Hello,"),
      text(`${what} This happened on ${at}, to your account at ${SITE.name}.`),
      text("If it was you, you do not need to do anything."),
      ...otherwise,
    ],
  };
}

function tell({ siteUrl, supportEmail }: Places, mail: OwnerMail): Told {
  const newPassword: Block = {
    kind: "link",
    label: "Choose a new password",
    url: `${siteUrl}${mailPaths.forgottenPassword()}`,
  };
  const account: Block = { kind: "link", label: "Your account", url: `${siteUrl}${paths.account()}` };
  const writeToUs = `write to us at ${supportEmail}`;
  switch (mail.kind) {
    case "password_changed":
      return {
        subject: "Your password was changed",
        what: "Your password was changed, and other devices were signed out.",
        otherwise: [
          text("If it was not you, choose a new one immediately:"),
          newPassword,
          text(`If you still cannot sign in, ${writeToUs}.`),
        ],
      };
    case "email_changed":
      return {
        subject: "The email address of your account was changed",
        what: "Your account now has a different email address. You can no longer sign in with this one.",
        otherwise: [text(`If it was not you, ${writeToUs} immediately: only we can undo it.`)],
      };
    case "second_factor_added":
      return {
        subject: "A second factor was added to your account",
        what: `${FACTORS[mail.data.factor_type]} was added as a second factor. You will need it whenever you sign in.`,
        otherwise: [
          text(`If it was not you, ${writeToUs} immediately: someone else has had access to your account.`),
        ],
      };
    case "second_factor_removed":
      return {
        subject: "A second factor was removed from your account",
        what: `${FACTORS[mail.data.factor_type]} was removed as a second factor.`,
        otherwise: [
          text("If it was not you, choose a new password immediately, and set up a second factor again:"),
          newPassword,
          account,
        ],
      };
    case "recovery_codes_made":
      return {
        subject: "New recovery codes were generated for your account",
        what: "Ten new recovery codes were generated. The earlier ones no longer work.",
        otherwise: [
          text(
            "If it was not you, choose a new password immediately, and then generate new codes: anyone who has these can get past your second factor.",
          ),
          newPassword,
          account,
        ],
      };
    case "provider_joined": {
      const provider = PROVIDERS[mail.data.provider] ?? mail.data.provider;
      return {
        subject: `You can now sign in with ${provider}`,
        what: `Someone signed in with the ${provider} account that has your email address. From now on, it can be used to sign in here.`,
        otherwise: [
          text(
            `If it was not you, someone else controls that ${provider} account. Secure it there, and ${writeToUs} immediately.`,
          ),
        ],
      };
    }
  }
}

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
