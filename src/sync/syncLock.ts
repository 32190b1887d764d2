import type { UserId } from "../domain/ids.ts";
import { withLock } from "../platform/locks.ts";
import { later, type Outcome } from "./ports.ts";

/** Leaves a cycle that had to wait for a frozen tab some of its 30 s. */
const LOCK_WAIT_MS = 10_000;

/**
 * Runs one cycle while no other tab runs one for the same learner (offline rule 10). The lock is released as soon
 * as `signal` fires, even if the work does not heed it.
 */
export function underSyncLock(
  userId: UserId,
  signal: AbortSignal,
  work: () => Promise<Outcome>,
): Promise<Outcome> {
  const bounded = () => Promise.race([work(), abortion(signal)]);
  return withLock(`academy-sync-${userId}`, bounded, { waitMs: LOCK_WAIT_MS, signal });
}

function abortion(signal: AbortSignal): Promise<Outcome> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(later("network"));
    signal.addEventListener("abort", () => resolve(later("network")), { once: true });
  });
}
