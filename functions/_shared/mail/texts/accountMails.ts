import { z } from "zod";
import { mailPaths } from "../../../../src/domain/mailPaths.ts";
import { staffPaths } from "../../../../src/domain/paths.ts";
import { SITE } from "../../../../src/domain/site.ts";
import { formatDate } from "../formatDate.ts";
import { button, type MailContent } from "../layout.ts";
import { dataMail, type KeyLink, mail, newKey, nothing, type Places } from "../mailKind.ts";
import { accountLink, newPasswordLink } from "./links.ts";

const invitedData = z.object({ role: z.enum(["staff", "reviewer"]) });

/** Emails about an account's deletion and about a role. */
export const accountMails = {
  /** Explains how and until when the deletion can be undone, in any browser. */
  deletion_requested: mail({
    row: z.object({ data: z.object({ user_id: z.uuid() }) }),
    load: ({ data: { user_id: userId } }, { admin }) =>
      newKey(admin, "add_deletion_link", (hash) => ({ p_user: userId, p_link_hash: hash })),
    write: deletionRequestedMail,
  }),
  deletion_undone: dataMail(nothing, () => ({
    subject: "Your account will be kept",
    blocks: [
      `Your account with ${SITE.name} will not be deleted. Nothing was lost. If it was not you who changed this, please reply to this email.`,
    ],
  })),
  /** The last email. By now only the address to send it to is still stored. */
  account_deleted: dataMail(nothing, () => ({
    subject: "Your account has been deleted",
    blocks: [
      `Your account with ${SITE.name} and everything that belonged to it have been deleted. As tax law requires, we keep a record of what you bought, but not your name. Our payment provider has deleted your customer record; it must keep the payments, with the name, email address and postcode that you entered on its page. If you are still signed in on a device, your data stays there until you next open the academy on it.`,
      "Thank you for learning with us.",
    ],
  })),
  /** Sent when an account gets a role. The auth server sends the link that sets a password, because only it can. */
  staff_invited: dataMail(invitedData, staffInvitedMail),
};

function deletionRequestedMail({ key, until }: KeyLink, { siteUrl }: Places): MailContent {
  const day = formatDate(until);
  return {
    subject: `Your account will be deleted on ${day}`,
    blocks: [
      `You asked us to delete your account with ${SITE.name}. We will do so on ${day}. Until then everything stays as it is, and you can change your mind:`,
      // In the URL's fragment, so that no server receives the key. Only the button on the page changes anything.
      button("Keep my account", `${siteUrl}${mailPaths.keepAccount()}#${key}`),
      "If you did not ask for this, keep your account with the link above and then change your password: someone else may know it.",
    ],
  };
}

function staffInvitedMail({ role }: z.infer<typeof invitedData>, places: Places): MailContent {
  const purpose =
    role === "staff"
      ? "You can now use the staff console"
      : "You can now review capstones in the staff console";
  return {
    subject: `Your access to the staff console of ${SITE.name}`,
    blocks: [
      `${purpose} of ${SITE.name}. It takes three steps.`,
      "1. If you do not have a password yet, choose one. A separate email has the link. If that link has expired, ask for another here:",
      newPasswordLink(places),
      "2. Set up a second factor, such as an authenticator app, in your account:",
      accountLink(places),
      "3. Open the console:",
      button("Staff console", `${places.siteUrl}${staffPaths.start()}`),
    ],
  };
}
