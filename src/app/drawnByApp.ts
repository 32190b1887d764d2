import { mailPaths } from "../domain/mailPaths.ts";
import { REVIEWS } from "../domain/pacing.ts";
import { paths } from "../domain/paths.ts";
import { TIERS } from "../domain/plans.ts";

const ADDRESSES = new Set([
  paths.auth(),
  mailPaths.newPassword(),
  mailPaths.forgottenPassword(),
  mailPaths.resetPassword(),
  mailPaths.emailChange(),
  mailPaths.proveAddress(),
  mailPaths.keepAccount(),
  mailPaths.providerReturn(),
  paths.dashboard(),
  paths.account(),
  paths.course(),
  paths.sheet(),
  paths.certificate(),
  ...REVIEWS.map(({ set }) => paths.review(set)),
  paths.device(),
  paths.workbook(),
  paths.notes(),
  paths.glossary(),
  paths.search(),
  paths.generalCheckout(),
  paths.studentEnrollment(),
  paths.paymentSuccess(),
  ...TIERS.map((tier) => paths.checkout(tier)),
]);

/** Addresses that cannot be listed: one for each certificate. */
const PATTERN = new RegExp(`^${paths.verify("[^/]+")}$`);

/**
 * True for the address of a page that only the app can draw, because it depends on who is here or stands for too many.
 * The worker cannot load the route table to ask; addresses.test.ts sees that both say the same.
 */
export function isDrawnByApp(pathname: string): boolean {
  return ADDRESSES.has(pathname) || PATTERN.test(pathname);
}
