import type { Price } from "../../catalogue/objects.ts";

/** A billing period: "day", "week", "month" or "year", and how many of them. */
export type Span = { interval: string; interval_count: number };

export function spanOfPrice({ recurring }: Price): Span {
  if (!recurring) throw new Error("A subscription has only recurring prices");
  return recurring;
}

/** Stripe keeps a renewal's invoice as an editable draft for an hour before finalising and charging it. */
export const DRAFT_SECONDS = 60 * 60;

const DAY_SECONDS = 24 * 60 * 60;
const MONTHS: { readonly [interval: string]: number } = { month: 1, year: 12 };
const DAYS: { readonly [interval: string]: number } = { day: 1, week: 7 };

/**
 * Adds `times` spans to `from` (Unix seconds). Months keep the day and the time of `from`, or use the last day of a
 * shorter month: 31 January, 28 February, 31 March (docs.stripe.com/billing/subscriptions/billing-cycle).
 */
export function addSpan(from: number, { interval, interval_count: count }: Span, times = 1): number {
  const months = MONTHS[interval];
  if (months !== undefined) return addMonths(from, months * count * times);
  return from + (DAYS[interval] ?? 1) * count * times * DAY_SECONDS;
}

/** The first period boundary, counted from `anchor`, that is later than `time`. */
export function nextBoundary(anchor: number, span: Span, time: number): number {
  let times = 1;
  while (addSpan(anchor, span, times) <= time) times += 1;
  return addSpan(anchor, span, times);
}

function addMonths(from: number, months: number): number {
  const date = new Date(from * 1000);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, lastDay));
  return date.getTime() / 1000;
}
