import type { Peer } from "../contract.ts";

const POLL_MS = 5;

/** Puts the peer on the page for the bench, with functions that take times in the page. */
export function expose(peer: Peer): void {
  const timed = async (work: () => Promise<void>) => {
    const startedAt = performance.now();
    await work();
    return performance.now() - startedAt;
  };
  const api = {
    ...peer,
    timeComplete: (lessonId: string) => timed(() => peer.complete(lessonId)),
    timePull: () => timed(peer.pull),
    /** On a new device: from signing in until it has the learner's rows. */
    timeFirstPull: (email: string, password: string) =>
      timed(async () => {
        await peer.signIn(email, password);
        await peer.pull();
      }),
    /** The ms until this page knows so many completions, or why not. */
    async timeUntilCompleted(count: number, timeoutMs: number) {
      const startedAt = performance.now();
      while ((await peer.completed()) < count) {
        if (performance.now() - startedAt > timeoutMs) return "cannot: not without a connection";
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      }
      return performance.now() - startedAt;
    },
    async fill(count: number) {
      while ((await peer.pending()) < count) await peer.answer();
    },
  };
  Object.assign(globalThis, { bench: api });
}

export type PeerApi = Peer & {
  timeUntilCompleted(count: number, timeoutMs: number): Promise<number | string>;
  timeComplete(lessonId: string): Promise<number>;
  timePull(): Promise<number>;
  timeFirstPull(email: string, password: string): Promise<number>;
  fill(count: number): Promise<void>;
};
