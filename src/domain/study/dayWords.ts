import { once } from "../once.ts";
import { daysBetween, type LocalDay } from "./studyDays.ts";

/** Calendar days are formatted without conversion to the reader's time zone. */
const DAY = once(
  () =>
    new Intl.DateTimeFormat("en-GB", {
      weekday: "long",
      day: "numeric",
      month: "long",
      timeZone: "UTC",
    }),
);

/** "Friday 27 November". */
export function longDay(day: LocalDay): string {
  return DAY().format(new Date(day)).replace(",", "");
}

/** "today", "tomorrow", or the date. */
export function nearDay(day: LocalDay, today: LocalDay): string {
  const distance = daysBetween(today, day);
  if (distance === 0) return "today";
  if (distance === 1) return "tomorrow";
  return `on ${longDay(day)}`;
}
