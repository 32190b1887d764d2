import { addDays, type LocalDay } from "../../../src/domain/study/studyDays.ts";
import { offsetAt } from "../../../src/domain/study/timeZones.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

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
