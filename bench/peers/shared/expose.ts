import type { Peer } from "../contract.ts";

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
        if (peer.signInAndPull) return peer.signInAndPull(email, password);
        await peer.signIn(email, password);
        await peer.pull();
      }),
    async fill(count: number) {
      while ((await peer.pending()) < count) await peer.answer();
    },
  };
  Object.assign(globalThis, { bench: api });
}

export type PeerApi = Peer & {
  timeComplete(lessonId: string): Promise<number>;
  timePull(): Promise<number>;
  timeFirstPull(email: string, password: string): Promise<number>;
  fill(count: number): Promise<void>;
};
