import { INSTALLMENT_MONTHS } from "./plans.ts";

/** A monthly payment that has been asked for. Amounts in pence, times in ISO 8601. */
export type AskedPayment = {
  number: number;
  amountPence: number;
  dueAt: string;
  paidAt: string | null;
  failedAt: string | null;
};

/** One of the three payments of a plan, asked for or to come. */
export type PlannedPayment = {
  number: number;
  /** ISO 8601. */
  dueAt: string;
  amountPence: number;
  status: "paid" | "due" | "failed";
};

/**
 * When the payments of a plan that began at `first` are due: on its day and at its time of each month, in UTC, or on
 * the month's last day where it is shorter, as the payment provider counts
 * (docs.stripe.com/billing/subscriptions/billing-cycle).
 */
export function paymentDates(first: Date): Date[] {
  return Array.from({ length: INSTALLMENT_MONTHS }, (_, months) => monthsLater(first, months));
}

/**
 * All three payments of a plan of `monthlyPence` that began at `begunAt`: what has been asked for, and what is to come.
 * A plan begins by its first payment, so that one is paid even before the provider's invoice for it has been seen here.
 */
export function plannedPayments(
  monthlyPence: number,
  begunAt: Date,
  asked: readonly AskedPayment[],
): PlannedPayment[] {
  const first = asked.find((each) => each.number === 1);
  return paymentDates(first ? new Date(first.dueAt) : begunAt).map((date, index) => {
    const number = index + 1;
    const known = asked.find((each) => each.number === number);
    return {
      number,
      dueAt: known ? new Date(known.dueAt).toISOString() : date.toISOString(),
      amountPence: known?.amountPence ?? monthlyPence,
      status: number === 1 ? "paid" : known ? statusOf(known) : "due",
    };
  });
}

function statusOf({ paidAt, failedAt }: AskedPayment): PlannedPayment["status"] {
  if (paidAt) return "paid";
  return failedAt ? "failed" : "due";
}

function monthsLater(first: Date, months: number): Date {
  const later = new Date(first);
  later.setUTCMonth(first.getUTCMonth() + months);
  // A day that the month does not have runs over into the next one: back to the last that it has.
  if (later.getUTCDate() !== first.getUTCDate()) later.setUTCDate(0);
  return later;
}
