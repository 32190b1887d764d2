import { vi } from "vitest";

const WAIT_MS = 30_000;
/** Each check costs requests, and what is waited for seldom takes less. */
const INTERVAL_MS = 150;

/** Retries `check` until it passes, for asynchronous effects such as a delivered event. Returns its result. */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: WAIT_MS, interval: INTERVAL_MS });
}
