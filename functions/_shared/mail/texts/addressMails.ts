import { COURSE } from "../../../../src/domain/course/course.ts";
import { mailPaths } from "../../../../src/domain/mailPaths.ts";
import { SITE } from "../../../../src/domain/site.ts";
import { formatDate } from "../formatDate.ts";
import { button, type MailContent } from "../layout.ts";
import {
  dataMail,
  type KeyLink,
  mail,
  newKey,
  nothing,
  orderMail,
  type Places,
  type Sending,
} from "../mailKind.ts";
import { signInButton } from "./links.ts";

const addressKey = ({ admin, recipient }: Sending) =>
  newKey(admin, "add_address_link", (hash) => ({ p_email: recipient, p_token_hash: hash }));

/** Emails about the proof that an address belongs to the owner of an account. */
export const addressMails = {
  claim: orderMail({
    data: nothing,
    load: async (order, _data, sending) => {
      if (order.user_id || order.status === "refunded" || order.status === "revoked") return "obsolete";
      const link = await addressKey(sending);
      return link === "obsolete" ? link : { ...link, isTeam: order.team_id !== null };
    },
    write: claimMail,
  }),
  confirm_address: mail({
    row: nothing,
    load: (_row, sending) => addressKey(sending),
    write: confirmAddressMail,
  }),
  account_claimed: dataMail(nothing, accountClaimedMail),
};

/** The key is in the URL's fragment, so no server receives it. Only the button on the page changes anything. */
const proveButton = (label: string, { key }: KeyLink, { siteUrl }: Places) =>
  button(label, `${siteUrl}${mailPaths.proveAddress()}#${key}`);
const worksUntil = ({ until }: KeyLink) => `The link can be used once and expires on ${formatDate(until)}.`;

/**
 * Sent to the address of a paid order when an account with this address exists but its owner has never verified the
 * address. Contains nothing that was typed into a form.
 */
function claimMail({ isTeam, ...link }: KeyLink & { isTeam: boolean }, places: Places): MailContent {
  const [what, buying] = isTeam ? ["the team", "buying places for a team"] : ["the course", "enrolling"];
  return {
    subject: `Confirm your email address to open ${isTeam ? "your team" : COURSE.title}`,
    blocks: [
      `Thank you for ${buying} on ${COURSE.title}. We have received your payment. An account with this email address already exists, but its address has not been confirmed. To protect your purchase, we have not added ${what} to that account yet.`,
      `Confirm that this address is yours and we will add ${what} to the account:`,
      proveButton(`Confirm and open ${what}`, link, places),
      "You will choose a new password there. Everyone who is signed in to the account will be signed out, and any existing second factor will be removed.",
      worksUntil(link),
      "If you did not enrol with us, please reply to this email and do not open the link.",
    ],
  };
}

/** Sent to an account's address at the request of its signed-in owner. */
function confirmAddressMail(link: KeyLink, places: Places): MailContent {
  return {
    subject: `Confirm your email address for ${SITE.name}`,
    blocks: [
      "Someone who is signed in to an account with this email address asked us to confirm the address. If it was you, open the link in the browser where you are signed in:",
      proveButton("Confirm my email address", link, places),
      worksUntil(link),
      "If it was not you, someone has created an account with your address. You do not need to do anything. You can also use the same link to take over the account: choose a new password and nobody else will be able to sign in.",
    ],
  };
}

/** Sent after a claim: one email about everything that the claim changed. */
function accountClaimedMail(_: unknown, places: Places): MailContent {
  return {
    subject: "You now have sole control of your account",
    blocks: [
      `You confirmed your email address and chose a new password for your account at ${SITE.name}. All devices were signed out. Second factors, recovery codes and other ways to sign in that were set up before have been removed, and so has a request to delete the account, if there was one.`,
      signInButton(places),
      `If it was not you, write to us at ${places.facts.supportEmail} immediately.`,
    ],
  };
}
