import { anySignal } from "../anySignal.ts";

type LockOptions = {
  /** After this time the work starts without the lock. */
  waitMs: number;
  /** Aborting this signal ends the wait for the lock. */
  signal?: AbortSignal;
};

/** The end of each queue, for browsers without Web Locks. The queues order work only within this page. */
const queues = new Map<string, Promise<unknown>>();

function runQueued<T>(name: string, work: () => Promise<T>): Promise<T> {
  const before = queues.get(name) ?? Promise.resolve();
  const mine = before.then(work, work);
  queues.set(name, mine);
  return mine;
}

/**
 * Runs `work` while holding a lock shared by all tabs of this browser (Web Locks API). A browser may freeze the tab
 * that holds the lock for hours, so the wait is limited, and `work` must be safe without the lock, even if it is then
 * wasteful. Rejects with the signal's reason if the signal is aborted before the lock is held.
 */
export async function withLock<T>(name: string, work: () => Promise<T>, options: LockOptions): Promise<T> {
  const locks = globalThis.navigator?.locks;
  if (!locks) return runQueued(name, work);
  const waited = AbortSignal.timeout(options.waitMs);
  const signal = options.signal ? anySignal([waited, options.signal]) : waited;
  let isHeld = false;
  try {
    return await locks.request(name, { signal }, () => {
      isHeld = true;
      return work();
    });
  } catch (error) {
    // If site data is blocked, locks are blocked as well.
    if (!isHeld && error instanceof DOMException && error.name === "SecurityError")
      return runQueued(name, work);
    const hasGivenUp = waited.aborted && !isHeld && !options.signal?.aborted;
    if (!hasGivenUp) throw error;
    return work();
  }
}
