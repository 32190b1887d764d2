import { once } from "../once.ts";

const MOMENT = once(() => new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short" }));
const DAY = once(() => new Intl.DateTimeFormat("en-GB", { dateStyle: "medium" }));
const LONG_DAY = once(() => new Intl.DateTimeFormat("en-GB", { dateStyle: "long" }));

/** "25 Nov 2026, 14:05", in the reader's own time zone. */
export function formatMoment(at: string | number): string {
  return MOMENT().format(new Date(at));
}

/** "25 Nov 2026", in the reader's own time zone. */
export function formatDay(iso: string): string {
  return DAY().format(new Date(iso));
}

/** "25 November 2026", in the reader's own time zone. */
export function formatLongDay(iso: string): string {
  return LONG_DAY().format(new Date(iso));
}

const MINUTE_MS = 60_000;
const UNITS = [
  { ms: 24 * 60 * MINUTE_MS, name: "day" },
  { ms: 60 * MINUTE_MS, name: "hour" },
  { ms: MINUTE_MS, name: "minute" },
] as const;

/** "3 days": the time since a moment, in the largest whole unit. */
export function timeSince(iso: string, now = Date.now()): string {
  const ms = now - Date.parse(iso);
  const unit = UNITS.find((each) => ms >= each.ms);
  if (!unit) return "less than a minute";
  const count = Math.floor(ms / unit.ms);
  return `${count} ${unit.name}${count === 1 ? "" : "s"}`;
}
