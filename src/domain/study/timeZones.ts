// A time zone is an IANA name or, where the name is unknown, an offset from UTC such as +05:30.

const MINUTE_MS = 60_000;
const OFFSET = /^([+-])([01]\d|2[0-3]):([0-5]\d)$/;

/** Zones have fewer names, but each may be spelt in many ways, because upper and lower case are the same. */
const MAX_FORMATS = 1_000;
const formats = new Map<string, Intl.DateTimeFormat | null>();

/** Null when this browser or server does not know the zone. */
function formatIn(zone: string): Intl.DateTimeFormat | null {
  let format = formats.get(zone);
  if (format === undefined) {
    format = makeFormat(zone);
    if (formats.size >= MAX_FORMATS) formats.clear();
    formats.set(zone, format);
  }
  return format;
}

function makeFormat(zone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat("en", {
      ...{ timeZone: zone, calendar: "gregory", hourCycle: "h23" },
      ...{ year: "numeric", month: "numeric", day: "numeric" },
      ...{ hour: "numeric", minute: "numeric", second: "numeric" },
    });
  } catch {
    // RangeError: the list of zones has no such name.
    return null;
  }
}

/** How far clocks in the zone are ahead of UTC at a moment, in ms. An unknown zone has the offset of this device. */
export function offsetAt(zone: string, atMs: number): number {
  const [, sign, hours, minutes] = OFFSET.exec(zone) ?? [];
  if (sign) return Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) * MINUTE_MS;
  const format = formatIn(zone);
  if (!format) return -new Date(atMs).getTimezoneOffset() * MINUTE_MS;
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

export function isTimeZone(zone: string): boolean {
  return OFFSET.test(zone) || formatIn(zone) !== null;
}

/** The offset of this device at a moment, as a time zone. */
export function offsetZone(atMs: number): string {
  const minutes = -Math.round(new Date(atMs).getTimezoneOffset());
  const two = (value: number) => String(Math.floor(value)).padStart(2, "0");
  return `${minutes < 0 ? "-" : "+"}${two(Math.abs(minutes) / 60)}:${two(Math.abs(minutes) % 60)}`;
}

/** The current time zone of this device. Chromium names it "Etc/Unknown" on systems whose zone it does not know. */
export function presentZone(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return timeZone && isTimeZone(timeZone) ? timeZone : offsetZone(Date.now());
}
