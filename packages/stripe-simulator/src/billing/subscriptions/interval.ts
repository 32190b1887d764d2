/** Stripe keeps a renewal's invoice as an editable draft for an hour before finalising and charging it. */
export const DRAFT_SECONDS = 60 * 60;

/**
 * Adds months to `from` (Unix seconds), keeping its day and time, or using the last day of a shorter month: 31 January,
 * 28 February, 31 March (docs.stripe.com/billing/subscriptions/billing-cycle).
 */
export function addMonths(from: number, months: number): number {
  const date = new Date(from * 1000);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, lastDay));
  return date.getTime() / 1000;
}

/** The first period boundary, counted from `anchor`, that is later than `time`. */
export function nextBoundary(anchor: number, time: number): number {
  let months = 1;
  while (addMonths(anchor, months) <= time) months += 1;
  return addMonths(anchor, months);
}
