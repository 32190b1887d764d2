import { formatPence } from "../../domain/pricing.ts";
import type { Grant } from "./verifyPayment.ts";

/** What the buyer's account will show, in words; a code may have made the order free. */
export function arrivalOf({ paidPence }: Pick<Grant, "paidPence">): string {
  if (paidPence === null) return "Your payment has arrived";
  return paidPence === 0 ? "Your order is complete" : `Your payment of ${formatPence(paidPence)} has arrived`;
}
