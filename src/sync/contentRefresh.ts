import { backoffMs } from "../platform/backoff.ts";
import type { Outcome } from "./ports.ts";

/** An `ifStale` request does not refresh content that was checked this recently. */
const FRESH_FOR_MS = 5 * 60_000;
/**
 * A `now` request that comes this soon after a failure waits for the scheduled retry. This is shorter than the time for which
 * useEnrollment accepts the result of an earlier check.
 */
const NUDGE_EVERY_MS = 1_500;

/**
 * Why content is to be refreshed:
 *
 * - `ifStale`: it may be old, for example because a page has become visible.
 * - `now`: something on screen depends on it. Joins a refresh that is running.
 * - `always`: the data may have changed since a running refresh began, so another refresh follows it.
 */
export type RefreshMode = "ifStale" | "now" | "always";

type RefreshPorts = {
  /** Ms on a monotonic clock. */
  now(): number;
  random(): number;
  after(delayMs: number, callback: () => void): () => void;
  refresh(): Promise<Outcome>;
};

/** Refreshes one kind of content: one refresh at a time, repeated after a failure, and no more often than useful. */
export function createContentRefresh(ports: RefreshPorts) {
  let running: Promise<void> | undefined;
  let again: Promise<void> | undefined;
  let lastDoneAt = Number.NEGATIVE_INFINITY;
  let lastFailedAt = Number.NEGATIVE_INFINITY;
  let failures = 0;
  let cancelRetry = () => {};
  let isStopped = false;

  async function run(): Promise<void> {
    cancelRetry();
    const outcome = await ports.refresh();
    if (isStopped) return;
    if (outcome.status === "done") {
      failures = 0;
      lastDoneAt = ports.now();
      return;
    }
    if (outcome.status === "signedOut") return;
    failures += 1;
    lastFailedAt = ports.now();
    const delay = Math.max(backoffMs(failures, ports.random), outcome.retryAfterMs ?? 0);
    cancelRetry = ports.after(delay, () => void request("always"));
  }

  async function request(mode: RefreshMode): Promise<void> {
    if (isStopped) return;
    if (running) {
      if (mode !== "always") return running;
      again ??= running.then(() => {
        again = undefined;
        return request("always");
      });
      return again;
    }
    if (mode === "ifStale" && ports.now() - lastDoneAt < FRESH_FOR_MS) return;
    if (mode === "now" && ports.now() - lastFailedAt < NUDGE_EVERY_MS) return;
    running = run().finally(() => {
      running = undefined;
    });
    return running;
  }

  return {
    request,
    stop() {
      isStopped = true;
      cancelRetry();
    },
  };
}
