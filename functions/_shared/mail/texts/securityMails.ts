import { z } from "zod";
import { SITE } from "../../../../src/domain/site.ts";
import { formatTime } from "../formatDate.ts";
import { type Block, type MailContent, rows } from "../layout.ts";
import { dataMail, nothing, type Places } from "../mailKind.ts";
import { accountButton, accountLink, newPasswordButton, newPasswordLink, signInButton } from "./links.ts";

const when = z.iso.datetime();
const changeData = z.object({ at: when });
const factorData = changeData.extend({ factor_type: z.enum(["totp", "phone", "webauthn"]) });
const FACTORS = { totp: "An authenticator app", phone: "A phone", webauthn: "A passkey" };
const PROVIDERS: Record<string, string | undefined> = { google: "Google", github: "GitHub" };

/** Emails to an account's owner about how to sign in. */
export const securityMails = {
  password_changed: changeMail(changeData, (_data, places) => ({
    subject: "Your password was changed",
    what: "Your password was changed, and other devices were signed out.",
    otherwise: [
      "If it was not you, choose a new one immediately:",
      newPasswordButton(places),
      `If you still cannot sign in, ${writeToUs(places)}.`,
    ],
  })),
  /** Goes to the earlier address. */
  email_changed: changeMail(changeData, (_data, places) => ({
    subject: "The email address of your account was changed",
    what: "Your account now has a different email address. You can no longer sign in with this one.",
    otherwise: [`If it was not you, ${writeToUs(places)} immediately: only we can undo it.`],
  })),
  second_factor_added: changeMail(factorData, ({ factor_type: type }, places) => ({
    subject: "A second factor was added to your account",
    what: `${FACTORS[type]} was added as a second factor. You will need it whenever you sign in.`,
    otherwise: [
      `If it was not you, ${writeToUs(places)} immediately: someone else has had access to your account.`,
    ],
  })),
  second_factor_removed: changeMail(factorData, ({ factor_type: type }, places) => ({
    subject: "A second factor was removed from your account",
    what: `${FACTORS[type]} was removed as a second factor.`,
    otherwise: [
      "If it was not you, choose a new password immediately, and set up a second factor again:",
      newPasswordButton(places),
      accountLink(places),
    ],
  })),
  recovery_codes_made: changeMail(changeData, (_data, places) => ({
    subject: "New recovery codes were generated for your account",
    what: "Ten new recovery codes were generated. The earlier ones no longer work.",
    otherwise: [
      "If it was not you, choose a new password immediately, and then generate new codes: anyone who has these can get past your second factor.",
      newPasswordButton(places),
      accountLink(places),
    ],
  })),
  provider_joined: changeMail(changeData.extend({ provider: z.string() }), (data, places) => {
    const provider = PROVIDERS[data.provider] ?? data.provider;
    return {
      subject: `You can now sign in with ${provider}`,
      what: `Someone signed in with the ${provider} account that has your email address. From now on, it can be used to sign in here.`,
      otherwise: [
        `If it was not you, someone else controls that ${provider} account. Secure it there, and ${writeToUs(places)} immediately.`,
      ],
    };
  }),
  /** Someone signed in without the second factor. */
  recovery_code_used: dataMail(nothing, (_data, places) => ({
    subject: "A recovery code was used on your account",
    blocks: [
      `A recovery code was used to sign in to your account at ${SITE.name}. We have removed your second factors and signed out your other devices. The remaining recovery codes no longer work.`,
      "If that was you, set up a second factor again when you can.",
      accountButton(places),
      "If it was not you, change your password immediately: someone else knows it and had one of your codes.",
    ],
  })),
  /** A warning while the removal can still be stopped. It has no link that stops it: see decision 0073. */
  factor_removal_requested: dataMail(
    z.object({ user_id: z.uuid(), earliest_at: when, expires_at: when }),
    removalRequestedMail,
  ),
  factor_removed_by_staff: dataMail(nothing, removedMail),
};

const writeToUs = ({ facts }: Places) => `write to us at ${facts.supportEmail}`;

type Change = { subject: string; what: string; otherwise: Block[] };

/** Says what changed, when, and what to do if it was not the owner. */
function changeMail<Data extends { at: string }>(
  schema: z.ZodType<Data>,
  tell: (data: Data, places: Places) => Change,
) {
  return dataMail(schema, (data, places) => {
    const { subject, what, otherwise } = tell(data, places);
    const at = formatTime(data.at);
    return {
      subject,
      blocks: [
        `${what} This happened on ${at}, to your account at ${SITE.name}.`,
        "If it was you, you do not need to do anything.",
        ...otherwise,
      ],
    };
  });
}

function removalRequestedMail(
  data: { earliest_at: string; expires_at: string },
  places: Places,
): MailContent {
  return {
    subject: "Someone asked us to remove your second factor",
    blocks: [
      `Someone asked us to remove the second factor of your account at ${SITE.name} and said that it was lost. A member of our staff has checked who is asking. A second member will make another check before anything changes.`,
      rows(
        ["Earliest removal", formatTime(data.earliest_at)],
        ["The request expires", formatTime(data.expires_at)],
      ),
      "If it was you, you do not need to do anything. We will email you again when the second factor has been removed.",
      "If it was not you, or you have found your second factor: sign in with it now. That stops the request immediately. On a device where you are signed in already, sign out first.",
      signInButton(places),
      `If it was not you and you cannot sign in, ${writeToUs(places)} before the time of the earliest removal. Someone may know your password, so choose a new one as well:`,
      newPasswordLink(places),
    ],
  };
}

function removedMail(_: unknown, places: Places): MailContent {
  return {
    subject: "Your second factor was removed",
    blocks: [
      `Two members of our staff checked who was asking, and we have removed every second factor of your account at ${SITE.name}. Your recovery codes no longer work, and all your devices were signed out. Work that a device had not sent yet is sent after you sign in there again.`,
      "Sign in with your password, or with Google or GitHub, and set up a second factor again:",
      accountButton(places),
      `If you did not ask for this, choose a new password immediately, and ${writeToUs(places)}:`,
      newPasswordLink(places),
    ],
  };
}
