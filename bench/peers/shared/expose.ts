import type { Peer } from "../contract.ts";

const now = () => performance.timeOrigin + performance.now();

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
    /** Completes the lesson. Resolves to when that began, on the clock that all tabs share. */
    async completeNow(lessonId: string) {
      const startedAt = now();
      await peer.complete(lessonId);
      return startedAt;
    },
    /** When the page first showed so many completions, on the clock that all tabs share. Null if it did not in time. */
    shownAt: (count: number, timeoutMs: number) =>
      new Promise<number | null>((resolve) => {
        const look = () => {
          if (!document.getElementById("completed")?.textContent?.startsWith(`${count} `)) return;
          observer.disconnect();
          resolve(now());
        };
        const observer = new MutationObserver(look);
        observer.observe(document.body, { childList: true, characterData: true, subtree: true });
        setTimeout(() => resolve(null), timeoutMs);
        look();
      }),
    async fill(count: number) {
      while ((await peer.pending()) < count) await peer.answer();
    },
  };
  Object.assign(globalThis, { bench: api });
}

export type PeerApi = Peer & {
  completeNow(lessonId: string): Promise<number>;
  shownAt(count: number, timeoutMs: number): Promise<number | null>;
  timeComplete(lessonId: string): Promise<number>;
  timePull(): Promise<number>;
  timeFirstPull(email: string, password: string): Promise<number>;
  fill(count: number): Promise<void>;
};
