import { v7 } from "uuid";

/**
 * A stamp says when a content was written. It is a UUIDv7 (RFC 9562, 5.7): 48 bits of milliseconds since 1970, a
 * counter of 32 bits, and random bits, so two devices never make the same one. Stamps compare as text in the order in
 * which Postgres compares them as `uuid`.
 */

/** The counters of stamps that were set back to the server's limit: above those of all stamps that were made there. */
const SET_BACK = 0x8000_0000;

/** A stamp for a write now, which sorts after the stamp of the content that it replaces, whatever the clock says. */
export function newStamp(nowMs: number, before?: string): string {
  const atMs = Math.max(0, Math.floor(nowMs));
  if (before === undefined || atMs > msOf(before)) return v7({ msecs: atMs, seq: 0 });
  const seq = counterOf(before) + 1;
  return seq > 0xffff_ffff ? v7({ msecs: msOf(before) + 1, seq: 0 }) : v7({ msecs: msOf(before), seq });
}

/** The stamp of the `index`-th of the contents that were stamped later than the server allows, in their order. */
export function setBackStamp(limitMs: number, index: number): string {
  return v7({ msecs: limitMs, seq: SET_BACK + index });
}

/** Milliseconds since the Unix epoch. */
export function msOf(stamp: string): number {
  return Number.parseInt(stamp.slice(0, 8) + stamp.slice(9, 13), 16);
}

/** ISO 8601 in UTC with milliseconds. */
export function isoOf(stamp: string): string {
  return new Date(msOf(stamp)).toISOString();
}

/** The 32 bits between the version and the random bits, without the two bits of the variant. */
function counterOf(stamp: string): number {
  const hex = stamp.replaceAll("-", "");
  const [high, variant, low] = [hex.slice(13, 16), hex.slice(16, 18), hex.slice(18, 22)].map((part) =>
    Number.parseInt(part, 16),
  ) as [number, number, number];
  return high * 2 ** 20 + (variant & 0x3f) * 2 ** 14 + (low >>> 2);
}
