import type { Kind } from "../api/kind.ts";
import { addMonths, DRAFT_SECONDS } from "../billing/subscriptions/interval.ts";
import type { Store } from "../store.ts";

/**
 * How far simulated time is ahead of real time. Months are counted separately, so that 31 January plus two months is 31
 * March.
 */
type Clock = {
  id: "clock";
  object: "simulator.clock";
  aheadSeconds: number;
  months: number;
  seconds: number;
};

const clocks: Kind<Clock> = { object: "simulator.clock" };

const REAL_TIME: Clock = { id: "clock", object: "simulator.clock", aheadSeconds: 0, months: 0, seconds: 0 };
const DAY_SECONDS = 24 * 60 * 60;

export function secondsAhead(store: Store): number {
  return store.get(clocks, "clock")?.aheadSeconds ?? 0;
}

/**
 * The target: an exact time in Unix seconds, or a number of months and days later plus the hour until drafts are
 * charged.
 */
export type Advance = { to: number } | { months: number; days: number };

/**
 * Advances simulated time; `now` is the simulated time in Unix seconds. Returns false for a time before the current
 * one.
 */
export function setClock(store: Store, now: number, advance: Advance): boolean {
  const before = store.get(clocks, "clock") ?? REAL_TIME;
  const real = now - before.aheadSeconds;
  const after = "to" in advance ? exactly(advance.to - real) : later(before, now, advance);
  if (after.aheadSeconds < before.aheadSeconds) return false;
  store.put(clocks, after);
  return true;
}

function exactly(aheadSeconds: number): Clock {
  return { ...REAL_TIME, aheadSeconds, seconds: aheadSeconds };
}

function later(before: Clock, now: number, step: { months: number; days: number }): Clock {
  const real = now - before.aheadSeconds;
  const months = before.months + step.months;
  const seconds = before.seconds + step.days * DAY_SECONDS;
  const counted = addMonths(real + seconds, months);
  // The end of a shorter month may have swallowed days of the count, so it never falls behind the step from `now`.
  const stepped = addMonths(now, step.months) + step.days * DAY_SECONDS;
  const to = Math.max(counted, stepped) + DRAFT_SECONDS;
  return { ...before, months, seconds, aheadSeconds: to - real };
}
