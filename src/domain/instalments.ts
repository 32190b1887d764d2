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

type Bought = {
  status: string;
  plan: string;
  total_pence: number;
  paid_at: string;
  payments: readonly { number: number; due_at: string; paid_at: string | null }[];
};
const GIVES_ACCESS = ["paid", "past_due", "disputed"];

/**
 * When the last payment of a running plan is due (ISO 8601), where the certificate waits for it; null where an order is
 * paid up, or none gives access. The rule of private.paid_up_orders and last_payment_due, as far as a learner's own rows
 * show it: the server decides.
 */
export function lastPaymentDue(orders: readonly Bought[]): string | null {
  const valid = orders.filter(({ status }) => GIVES_ACCESS.includes(status));
  const isPaidUp = ({ plan, total_pence, payments }: Bought) =>
    plan === "full" ||
    total_pence === 0 ||
    payments.filter(({ paid_at }) => paid_at !== null).length === INSTALLMENT_MONTHS;
  if (valid.some(isPaidUp)) return null;
  const ends = valid.map(({ paid_at, payments }) => {
    const due = (number: number) => payments.find((each) => each.number === number)?.due_at;
    return (
      due(INSTALLMENT_MONTHS) ??
      paymentDates(new Date(due(1) ?? paid_at))
        .at(-1)
        ?.toISOString() ??
      paid_at
    );
  });
  return ends.map((end) => new Date(end).toISOString()).sort()[0] ?? null;
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
