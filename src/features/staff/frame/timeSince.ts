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
