import { z } from "zod";
import { COURSE } from "../../../../src/domain/course/course.ts";
import { paths } from "../../../../src/domain/paths.ts";
import { TIER_PLANS } from "../../../../src/domain/sales/plans.ts";
import { SITE } from "../../../../src/domain/site.ts";
import { readableEmail } from "../../../../src/domain/text/readableEmail.ts";
import { type Admin, callDatabase } from "../../database.ts";
import type { Order } from "../../orders/order.ts";
import { formatDate } from "../formatDate.ts";
import { button, code, type MailContent, rows } from "../layout.ts";
import { nothing, orderMail, type Places } from "../mailKind.ts";
import { temporaryPassword } from "../temporaryPassword.ts";
import { myLearningButton, newPasswordLink, signInButton } from "./links.ts";

/** Emails about enrolling. */
export const enrolmentMails = {
  credentials: orderMail({
    data: z.object({ user_id: z.uuid() }),
    load: (order, { user_id: userId }, { admin }) => setTemporaryPassword(admin, userId, order),
    write: credentialsMail,
  }),
  /** Sent when a payment arrives for an email address that already has an account. */
  attached: orderMail({ data: nothing, load: () => null, write: attachedMail }),
  /** Sent to a buyer who agreed to one reminder and left the payment page without paying. */
  reminder: orderMail({
    data: nothing,
    load: async (order, _data, { admin }) => {
      const args = { p_email: order.email, p_user: order.user_id };
      // The buyer may have completed a purchase while the reminder was queued.
      return (await callDatabase(admin, "has_purchased", args, z.boolean())) ? "obsolete" : order;
    },
    write: reminderMail,
  }),
};

/** Must match private.retention_rules, which expires the password. */
const TEMPORARY_PASSWORD_DAYS = 14;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Sets a new temporary password and includes it only in the email. Does nothing to an account whose owner has signed in
 * or chosen a password.
 */
async function setTemporaryPassword(admin: Admin, userId: string, order: Order) {
  const { data, error } = await admin.auth.admin.getUserById(userId);
  if (error?.status === 404) return "obsolete";
  if (error) throw error;
  const { user } = data;
  if (user.app_metadata.must_change_password !== true || user.last_sign_in_at) return "obsolete";

  const password = temporaryPassword();
  const setAt = new Date();
  const { error: refused } = await admin.auth.admin.updateUserById(userId, {
    password,
    // A trigger clears this flag when the password changes. This change is not the owner's, so set the flag again.
    app_metadata: { must_change_password: true, temporary_password_set_at: setAt.toISOString() },
  });
  if (refused) throw refused;
  const until = new Date(setAt.getTime() + TEMPORARY_PASSWORD_DAYS * DAY_MS).toISOString();
  return { email: user.email ?? order.email, password, until, isTeam: order.team_id !== null };
}

/**
 * Sent to a guest whose payment created an account. Tools parse the line "Temporary password: …", so its wording is
 * fixed.
 */
function credentialsMail(
  { email, password, until, isTeam }: { email: string; password: string; until: string; isTeam: boolean },
  places: Places,
): MailContent {
  return {
    subject: `Your sign-in details for ${SITE.name}`,
    blocks: [
      `Thank you for ${isTeam ? "buying places for a team" : "enrolling"} on ${COURSE.title}. We have created an account for you. Sign in with these details:`,
      rows(["Email", readableEmail(email), "name"]),
      code("Temporary password", password),
      signInButton(places),
      `When you first sign in, you will be asked to choose your own password. The temporary one expires on ${formatDate(until)}. After that, choose a new password here:`,
      newPasswordLink(places),
      "If you did not enrol with us, please reply to this email and do not use the password.",
    ],
  };
}

function attachedMail(_: null, places: Places): MailContent {
  return {
    subject: `${COURSE.title} is now in your account`,
    blocks: [
      `Thank you for enrolling on ${COURSE.title}. This email address already has an account with us, so we have added the course to it. Your password has not changed.`,
      myLearningButton(places),
      "If you do not know your password, or your temporary one has expired, choose a new one here:",
      newPasswordLink(places),
      "If you cannot sign in, or did not enrol with us, please reply to this email.",
    ],
  };
}

function reminderMail({ tier, plan }: Pick<Order, "tier" | "plan">, { siteUrl }: Places): MailContent {
  return {
    subject: `Finish enrolling on ${COURSE.title}`,
    blocks: [
      `You started enrolling on ${COURSE.title} (${TIER_PLANS[tier].label}) and asked us to remind you. Nothing has been charged. If you would like to continue, this link takes you back to the form:`,
      button("Continue enrolling", `${siteUrl}${paths.checkout(tier, plan)}`),
      "This is the only reminder. If you have changed your mind, you do not need to do anything.",
    ],
  };
}
