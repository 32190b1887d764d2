const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 5 * 60 * 1000;
const GIVE_UP_AFTER_MS = 3 * 24 * 60 * 60 * 1000;

/**
 * When to retry after `failures` failed attempts: after 1 s, 2 s, 4 s and so on, up to 5 min; null once three days have
 * passed since the start, as with Stripe. All times in milliseconds.
 */
export function nextAttemptAt(failures: number, startedAt: number, now: number): number | null {
  if (now - startedAt >= GIVE_UP_AFTER_MS) return null;
  return now + Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.max(0, failures - 1));
}
