import { offsetAt } from "./timeZones.ts";

declare const brand: unique symbol;
/** A local calendar day of the learner: YYYY-MM-DD. */
export type LocalDay = string & { readonly [brand]: "LocalDay" };

/** From this moment on (ISO 8601 in UTC), the device was in this time zone (timeZones.ts). */
export type ZoneChange = { from: string; zone: string };

const DAY_MS = 86_400_000;

export function isLocalDay(text: string): text is LocalDay {
  return (
    /^\d{4}-\d{2}-\d{2}$/.test(text) &&
    !Number.isNaN(Date.parse(text)) &&
    addDays(text as LocalDay, 0) === text
  ); // The format has just been checked.
}

/** `days` may be negative. Counts calendar days, not hours, so clock changes do not matter. */
export function addDays(day: LocalDay, days: number): LocalDay {
  const moved = new Date(Date.parse(day) + days * DAY_MS);
  return moved.toISOString().slice(0, 10) as LocalDay; // This is the format of an ISO date.
}

/** The number of whole days from `from` to `to`, which is negative if `to` is earlier. */
export function daysBetween(from: LocalDay, to: LocalDay): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS;
}

/** The local day of `at` (ISO time, or ms since the epoch) in a time zone. */
export function dayIn(zone: string, at: string | number): LocalDay {
  const atMs = typeof at === "string" ? Date.parse(at) : at;
  return new Date(atMs + offsetAt(zone, atMs)).toISOString().slice(0, 10) as LocalDay; // This is the format of an ISO date.
}

/**
 * The local days of these times, each in the learner's time zone at that moment. A time before the first known zone
 * change, perhaps from another device, uses the zone of that change, or else `zone`.
 */
export function studyDays(
  at: readonly string[],
  changes: readonly ZoneChange[],
  zone: string,
): ReadonlySet<LocalDay> {
  const zoneAt = (moment: string) =>
    (changes.findLast(({ from }) => from <= moment) ?? changes[0])?.zone ?? zone;
  return new Set(at.map((moment) => dayIn(zoneAt(moment), moment)));
}

/** The days that a traveller skipped: flying west across the date line skips one. */
export function daysLeftOut(changes: readonly ZoneChange[]): ReadonlySet<LocalDay> {
  const leftOut = new Set<LocalDay>();
  changes.forEach(({ from, zone }, index) => {
    const before = changes[index - 1];
    if (!before) return;
    const arrival = dayIn(zone, from);
    for (let day = addDays(dayIn(before.zone, from), 1); day < arrival; day = addDays(day, 1))
      leftOut.add(day);
  });
  return leftOut;
}
