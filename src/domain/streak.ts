import { addDays, daysBetween, type LocalDay } from "./studyDays.ts";

/** Of this many days in a row one may be missed. */
const WEEK_DAYS = 7;

export type Streak = {
  /** Days of study that belong together. */
  days: number;
  /** The first of them. */
  since: LocalDay | null;
};

/**
 * The learner's present run of study days. It goes on over today, which is not over yet, over days that ask for
 * nothing (`isOff`: the plan has no step, a flight left the day out), and over one missed day in any seven. The days
 * that were not studied are not counted.
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
