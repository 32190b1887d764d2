/**
 * Runs `work` while no other tab downloads videos. Two tabs would download every part twice, and one could join or delete
 * parts that the other is using. Waits as long as the other tab takes, because it downloads the same videos. Rejects with
 * the signal's reason if that is aborted first. Without Web Locks, `work` runs immediately.
 */
export async function underMediaLock<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  const locks = globalThis.navigator?.locks;
  return locks ? locks.request("academy-media", { signal }, work) : work();
}
