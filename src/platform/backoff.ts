const MIN_BACKOFF_MS = 1_000;
const MAX_BACKOFF_MS = 5 * 60_000;
/** A longer Retry-After is treated as a mistake and reduced to this. */
const MAX_RETRY_AFTER_MS = 60 * 60_000;

/**
 * How long to wait after `failures` (≥ 1) consecutive failures: a random time between 1 s and a limit that doubles with
 * each failure (full jitter).
 */
export function backoffMs(failures: number, random: () => number): number {
  const bound = Math.min(MAX_BACKOFF_MS, MIN_BACKOFF_MS * 2 ** failures);
  return MIN_BACKOFF_MS + random() * (bound - MIN_BACKOFF_MS);
}

/**
 * Reads Retry-After (RFC 9110, 10.2.3): seconds or a date. Null when it is absent or unreadable. A date is compared with the
 * server's own Date, because the device's clock may be wrong; scripts cannot read that header across origins.
 */
export function retryAfterMs({ headers }: Response, nowMs: number): number | null {
  const header = headers.get("retry-after");
  if (!header) return null;
  const sentAtMs = Date.parse(headers.get("date") ?? "") || nowMs;
  const ms = /^\d+$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - sentAtMs;
  return Number.isFinite(ms) ? Math.min(Math.max(0, ms), MAX_RETRY_AFTER_MS) : null;
}
