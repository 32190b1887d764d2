import { paths } from "../domain/paths.ts";
import { TIERS } from "../domain/plans.ts";

const ADDRESSES = new Set([
  paths.auth(),
  paths.newPassword(),
  paths.dashboard(),
  paths.account(),
  paths.course(),
  paths.sheet(),
  paths.workbook(),
  paths.glossary(),
  paths.generalCheckout(),
  paths.studentEnrollment(),
  paths.paymentSuccess(),
  ...TIERS.map((tier) => paths.checkout(tier)),
]);

/**
 * True for the address of a page that only the app can draw, because it depends on who is here. The worker cannot
 * load the route table to ask; routes.test.ts sees that both say the same.
 */
export function isDrawnByApp(pathname: string): boolean {
  return ADDRESSES.has(pathname);
}
