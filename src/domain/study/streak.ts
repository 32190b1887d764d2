import { addDays, daysBetween, type LocalDay } from "./studyDays.ts";

/** One missed day is allowed in any period of this many days. */
const WEEK_DAYS = 7;

export type Streak = {
  /** Number of study days in the streak. */
  days: number;
  /** The first study day of the streak. */
  since: LocalDay | null;
};

/**
 * The learner's current streak. It survives today, which is not over yet, days off (`isOff`: a flight skipped the day),
 * and one missed day in any seven. Days without study are not counted.
 */
export function streakOf(
  studied: ReadonlySet<LocalDay>,
  today: LocalDay,
  isOff: (day: LocalDay) => boolean,
): Streak {
  const first = [...studied].reduce<LocalDay | null>((a, b) => (a === null || b < a ? b : a), null);
  if (first === null) return { days: 0, since: null };
  let days = 0;
  let since: LocalDay | null = null;
  let missed: LocalDay | null = null;
  for (let day = today; day >= first; day = addDays(day, -1)) {
    if (studied.has(day)) {
      days += 1;
      since = day;
    } else if (day !== today && !isOff(day)) {
      if (missed !== null && daysBetween(day, missed) < WEEK_DAYS) break;
      missed = day;
    }
  }
  return { days, since };
}
