/**
 * Runs `work` while no other tab fetches videos: two would pay for every part twice and join or drop under each
 * other's hands. Waits as long as the other takes, which has the same videos to bring. Rejects with the signal's
 * reason when that fires before. Without Web Locks it runs at once.
 */
export async function underMediaLock<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  const locks = globalThis.navigator?.locks;
  return locks ? locks.request("academy-media", { signal }, work) : work();
}
