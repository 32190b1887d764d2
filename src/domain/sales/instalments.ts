import { INSTALLMENT_MONTHS } from "./plans.ts";

/** A monthly payment that the provider has requested. Amounts are in pence, times in ISO 8601. */
export type AskedPayment = {
  number: number;
  amountPence: number;
  dueAt: string;
  paidAt: string | null;
  failedAt: string | null;
};

/** One of the three payments of a plan, whether already requested or still to come. */
export type PlannedPayment = {
  number: number;
  /** ISO 8601. */
  dueAt: string;
  amountPence: number;
  status: "paid" | "due" | "failed";
};

/**
 * The due dates of a plan that began at `first`: on the same day and time of each month, in UTC, or on the last day of
 * a shorter month, as the payment provider calculates them (docs.stripe.com/billing/subscriptions/billing-cycle).
 */
export function paymentDates(first: Date): Date[] {
  return Array.from({ length: INSTALLMENT_MONTHS }, (_, months) => monthsLater(first, months));
}

/**
 * All three payments of a plan for `monthlyPence` a month that began at `begunAt`: those requested and those still to
 * come. A plan begins with its first payment, so that one counts as paid even before the provider's invoice for it has
 * been received.
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
  restored_at: string | null;
  team_id: string | null;
  payments: readonly { number: number; due_at: string; paid_at: string | null }[];
};
const GIVES_ACCESS = ["paid", "past_due", "disputed"];

/**
 * The due date of a running plan's last payment (ISO 8601), if the certificate waits for it. Null if an order is paid
 * up or none gives access. Mirrors private.paid_up_orders and last_payment_due as far as the learner's own rows allow;
 * the server decides.
 */
export function lastPaymentDue(orders: readonly Bought[]): string | null {
  // A team's places give their buyer no access.
  const valid = orders.filter(({ status, team_id }) => team_id === null && GIVES_ACCESS.includes(status));
  const isPaidUp = ({ plan, total_pence, restored_at, payments }: Bought) =>
    plan === "full" ||
    restored_at !== null ||
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
  // A day missing in this month overflows into the next one: go back to the last day of this month.
  if (later.getUTCDate() !== first.getUTCDate()) later.setUTCDate(0);
  return later;
}
