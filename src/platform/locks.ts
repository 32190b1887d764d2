type LockOptions = {
  /** After this time the work goes ahead without the lock. */
  waitMs: number;
  /** Gives up waiting for the lock. */
  signal?: AbortSignal;
};

/** The end of each queue, for browsers without Web Locks: there at least one page's work waits its turn. */
const queues = new Map<string, Promise<unknown>>();

function inTurn<T>(name: string, work: () => Promise<T>): Promise<T> {
  const before = queues.get(name) ?? Promise.resolve();
  const mine = before.then(work, work);
  queues.set(name, mine);
  return mine;
}

/**
 * Runs `work` while holding a lock that all tabs of this browser share (Web Locks API). A browser may freeze a tab
 * that holds it, for hours; so the wait is bounded, and whatever runs here must be safe, only wasteful, without it.
 * Rejects with the signal's reason when that fires before the lock is held.
 */
export async function withLock<T>(name: string, work: () => Promise<T>, options: LockOptions): Promise<T> {
  const locks = globalThis.navigator?.locks;
  if (!locks) return inTurn(name, work);
  const waited = AbortSignal.timeout(options.waitMs);
  const signal = options.signal ? AbortSignal.any([waited, options.signal]) : waited;
  let isHeld = false;
  try {
    return await locks.request(name, { signal }, () => {
      isHeld = true;
      return work();
    });
  } catch (error) {
    // Where site data is blocked, so are locks.
    if (!isHeld && error instanceof DOMException && error.name === "SecurityError") return inTurn(name, work);
    const hasGivenUp = waited.aborted && !isHeld && !options.signal?.aborted;
    if (!hasGivenUp) throw error;
    return work();
  }
}
