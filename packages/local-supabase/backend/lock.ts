import { setImmediate } from "node:timers/promises";

/** The caller that a function runs for, with a signal that aborts when the caller stops waiting for it. */
export type Turn = { caller?: string; signal?: AbortSignal | undefined };
export type Lock = {
  /** A function must never wait for another one under the same lock. */
  run<T>(work: () => Promise<T>, turn?: Turn): Promise<T>;
  /** Resolves when no function is running or waiting. */
  settled(): Promise<void>;
};

/**
 * Runs one function at a time: those of one caller in order of arrival, and callers take turns, so that one with many
 * functions delays each of the others by one. Rejects a function whose caller has gone before its turn.
 * The database has a single session, so interleaved transactions would see each other's role and claims.
 */
export function createLock(): Lock {
  /** The functions of each caller, in the order of their turns. */
  const waiting = new Map<string, (() => Promise<void>)[]>();
  let running: Promise<void> | null = null;

  async function runAll(): Promise<void> {
    for (;;) {
      // The embedded Postgres never waits for events, so without this pause, requests and cancellations that have arrived
      // would not be received before all functions have run.
      await setImmediate();
      const [turn] = waiting;
      if (!turn) break;
      const [caller, works] = turn;
      const work = works.shift();
      waiting.delete(caller);
      // Set again, which moves the caller to the end of the map.
      if (works.length > 0) waiting.set(caller, works);
      await work?.();
    }
    running = null;
  }

  return {
    run(work, { caller = "", signal } = {}) {
      const { promise, resolve, reject } = Promise.withResolvers<Awaited<ReturnType<typeof work>>>();
      const works = waiting.get(caller) ?? [];
      waiting.set(caller, works);
      works.push(async () => {
        try {
          signal?.throwIfAborted();
          resolve(await work());
        } catch (error) {
          reject(error);
        }
      });
      running ??= runAll();
      return promise;
    },
    settled: () => running ?? Promise.resolve(),
  };
}
