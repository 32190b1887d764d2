import { addDays, type LocalDay } from "../../../src/domain/study/studyDays.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Zones have fewer names, but each may be spelt in many ways, because upper and lower case are the same. */
const MAX_FORMATS = 1_000;
const formats = new Map<string, Intl.DateTimeFormat>();

/** How far the zone's clocks are ahead of UTC at a moment, in ms. Throws RangeError for an unknown zone. */
function offsetAt(zone: string, atMs: number): number {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat("en", {
      ...{ timeZone: zone, calendar: "gregory", hourCycle: "h23" },
      ...{ year: "numeric", month: "numeric", day: "numeric" },
      ...{ hour: "numeric", minute: "numeric", second: "numeric" },
    });
    if (formats.size >= MAX_FORMATS) formats.clear();
    formats.set(zone, format);
  }
  const parts = new Map(format.formatToParts(atMs).map(({ type, value }) => [type, Number(value)]));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  const clockMs = Date.UTC(
    part("year"),
    part("month") - 1,
    part("day"),
    part("hour"),
    part("minute"),
    part("second"),
  );
  return clockMs - Math.floor(atMs / 1000) * 1000;
}

/**
 * When clocks in the zone show this time (in minutes after midnight) on this day, in ms since the epoch. The first of
 * two when clocks are set back; as much later as the clocks were moved when that time is skipped.
 */
function momentOf(zone: string, day: LocalDay, minute: number): number {
  const clockMs = Date.parse(day) + minute * MINUTE_MS;
  const [before, after] = [offsetAt(zone, clockMs - DAY_MS), offsetAt(zone, clockMs + DAY_MS)];
  const shown = [clockMs - before, clockMs - after].filter((ms) => ms + offsetAt(zone, ms) === clockMs);
  return shown.length > 0 ? Math.min(...shown) : clockMs - before;
}

/** The chosen time on the days around a moment. Zones are up to 14 hours from UTC, and a zone may skip a day. */
function momentsAround(zone: string, minute: number, atMs: number): number[] {
  const today = new Date(atMs + offsetAt(zone, atMs)).toISOString().slice(0, 10) as LocalDay; // An ISO date.
  return [-2, -1, 0, 1, 2].map((days) => momentOf(zone, addDays(today, days), minute));
}

/** The next time after `afterMs` at which clocks in the zone show the chosen time, in ms since the epoch. */
export function nextReminderAt(zone: string, minute: number, afterMs: number): number {
  return Math.min(...momentsAround(zone, minute, afterMs).filter((ms) => ms > afterMs));
}

/** The last such time that is not after `atMs`. */
export function lastReminderAt(zone: string, minute: number, atMs: number): number {
  return Math.max(...momentsAround(zone, minute, atMs).filter((ms) => ms <= atMs));
}

export function isTimeZone(name: string): boolean {
  try {
    offsetAt(name, 0);
    return true;
  } catch {
    // RangeError: the runtime's list has no such zone.
    return false;
  }
}
