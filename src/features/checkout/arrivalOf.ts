import { formatPence } from "../../domain/pricing.ts";
import type { Grant } from "./verifyPayment.ts";

/** What the buyer paid, in words. A discount code can make an order free. */
export function arrivalOf({ paidPence }: Pick<Grant, "paidPence">): string {
  if (paidPence === null) return "Your payment has arrived";
  return paidPence === 0 ? "Your order is complete" : `Your payment of ${formatPence(paidPence)} has arrived`;
}
