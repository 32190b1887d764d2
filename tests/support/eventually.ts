import { vi } from "vitest";

const WAIT_MS = 30_000;
const INTERVAL_MS = 25;

/** Waits for something that happens by itself, such as a delivered event, and returns what `check` returns. */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: WAIT_MS, interval: INTERVAL_MS });
}
