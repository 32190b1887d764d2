/**
 * Runs `work` while no other tab downloads videos. Two tabs would download every part twice, and one could join or delete
 * parts that the other is using. Waits as long as the other tab takes, because it downloads the same videos. Rejects with
 * the signal's reason as soon as that is aborted, which also releases the lock, even if the work ignores it: a page in the
 * back/forward cache runs no more code. Without Web Locks, `work` runs immediately.
 */
export async function underMediaLock<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  const locks = globalThis.navigator?.locks;
  if (!locks) return work();
  const aborted = () =>
    new Promise<never>((_, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    });
  return locks.request("academy-media", { signal }, () => {
    signal.throwIfAborted();
    return Promise.race([work(), aborted()]);
  });
}
