export type Lock = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Runs one piece of work at a time, in order of arrival. Work must never wait for more work under the same lock.
 * The database has a single session: two transactions interleaved on it would see each other's role and claims.
 */
export function createLock(): Lock {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const current = last.then(work);
    const settle = () => undefined;
    // The caller receives the failure from `current`; the queue only needs to know that it ended.
    last = current.then(settle, settle);
    return current;
  };
}
