import { COURSE } from "../../../../src/domain/course/course.ts";
import { mailPaths } from "../../../../src/domain/mailPaths.ts";
import { paths } from "../../../../src/domain/paths.ts";
import { SITE } from "../../../../src/domain/site.ts";
import { formatDate } from "../formatDate.ts";
import { type Block, type MailContent, text } from "../layout.ts";

/** `until` is in ISO 8601. */
export type AddressLink = { key: string; until: string };

/** The key is in the URL's fragment, so no server receives it. Only the button on the page changes anything. */
const link = (siteUrl: string, label: string, { key }: AddressLink): Block => ({
  kind: "link",
  label,
  url: `${siteUrl}${mailPaths.proveAddress()}#${key}`,
});
const worksUntil = ({ until }: AddressLink) =>
  text(`The link can be used once and expires on ${formatDate(until)}.`);

/**
 * Sent to the address of a paid order when an account with this address exists but its owner has never verified the
 * address. Contains nothing that was typed into a form.
 */
export function claimMail(siteUrl: string, details: AddressLink): MailContent {
  return {
    subject: `Confirm your email address to open ${COURSE.title}`,
    blocks: [
      text("Hello,"),
      text(
        `Thank you for enrolling on ${COURSE.title}. We have received your payment. An account with this email address already exists, but its address has not been confirmed. To protect your purchase, we have not added the course to that account yet.`,
      ),
      text("Confirm that this address is yours and we will add the course to the account:"),
      link(siteUrl, "Confirm and open the course", details),
      text(
        "You will choose a new password there. Everyone who is signed in to the account will be signed out, and any existing second factor will be removed.",
      ),
      worksUntil(details),
      text("If you did not enrol with us, please reply to this email and do not open the link."),
    ],
  };
}

/** Sent to an account's address at the request of its signed-in owner. */
export function confirmAddressMail(siteUrl: string, details: AddressLink): MailContent {
  return {
    subject: `Confirm your email address for ${SITE.name}`,
    blocks: [
      text("Hello,"),
      text(
        `Someone who is signed in to an account with this email address asked us to confirm the address. If it was you, open the link in the browser where you are signed in:`,
      ),
      link(siteUrl, "Confirm my email address", details),
      worksUntil(details),
      text(
        "If it was not you, someone has created an account with your address. You do not need to do anything. You can also use the same link to take over the account: choose a new password and nobody else will be able to sign in.",
      ),
    ],
  };
}

/** Sent after a claim: one email about everything that the claim changed. */
export function accountClaimedMail(siteUrl: string, supportEmail: string): MailContent {
  return {
    subject: "You now have sole control of your account",
    blocks: [
      text("Hello,"),
      text(
        `You confirmed your email address and chose a new password for your account at ${SITE.name}. All devices were signed out. Second factors, recovery codes and other ways to sign in that were set up before have been removed, and so has a request to delete the account, if there was one.`,
      ),
      { kind: "link", label: "Sign in", url: `${siteUrl}${paths.auth()}` },
      text(`If it was not you, write to us at ${supportEmail} immediately.`),
    ],
  };
}
