import { INSTALLMENT_MONTHS } from "./plans.ts";

/**
 * When the payments of a plan that began at `first` are due: on its day and at its time of each month, in UTC, or on
 * the month's last day where it is shorter, as the payment provider counts
 * (docs.stripe.com/billing/subscriptions/billing-cycle).
 */
export function paymentDates(first: Date): Date[] {
  return Array.from({ length: INSTALLMENT_MONTHS }, (_, months) => monthsLater(first, months));
}

function monthsLater(first: Date, months: number): Date {
  const later = new Date(first);
  later.setUTCMonth(first.getUTCMonth() + months);
  // A day that the month does not have runs over into the next one: back to the last that it has.
  if (later.getUTCDate() !== first.getUTCDate()) later.setUTCDate(0);
  return later;
}
