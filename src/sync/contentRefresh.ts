import { backoffMs } from "./backoff.ts";
import type { Outcome } from "./ports.ts";

/** Content that was looked at this recently is not asked for again by a mere change of light or line. */
const FRESH_FOR_MS = 5 * 60_000;
/** What has just failed is left to its planned retry. Shorter than the time for which useEnrollment believes a failure. */
const NUDGE_EVERY_MS = 1_500;

/**
 * - `ifStale`: a reminder, such as a page that becomes visible.
 * - `now`: something on screen depends on it. Joins a refresh that is running.
 * - `always`: what was true when a running refresh began may have changed since: it is followed by another.
 */
export type ContentWish = "ifStale" | "now" | "always";

type RefreshPorts = {
  /** Ms on a clock that is never set back. */
  now(): number;
  random(): number;
  after(delayMs: number, callback: () => void): () => void;
  refresh(): Promise<Outcome>;
};

/** Runs the reading of enrolment and lessons: one at a time, again after a failure, not more often than useful. */
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
    cancelRetry = ports.after(delay, () => void want("always"));
  }

  async function want(wish: ContentWish): Promise<void> {
    if (isStopped) return;
    if (running) {
      if (wish !== "always") return running;
      again ??= running.then(() => {
        again = undefined;
        return want("always");
      });
      return again;
    }
    if (wish === "ifStale" && ports.now() - lastDoneAt < FRESH_FOR_MS) return;
    if (wish === "now" && ports.now() - lastFailedAt < NUDGE_EVERY_MS) return;
    running = run().finally(() => {
      running = undefined;
    });
    return running;
  }

  return {
    want,
    stop() {
      isStopped = true;
      cancelRetry();
    },
  };
}
