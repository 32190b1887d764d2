export type Lock = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Runs one function at a time, in order of arrival. A function must never wait for another one under the same lock.
 * The database has a single session, so interleaved transactions would see each other's role and claims.
 */
export function createLock(): Lock {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const current = last.then(work);
    const settle = () => undefined;
    // The caller receives the error from `current`; the queue only waits for it to settle.
    last = current.then(settle, settle);
    return current;
  };
}
