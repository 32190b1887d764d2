import { later, type Outcome } from "./ports.ts";

type Timer = { after(delayMs: number, callback: () => void): () => void };

/**
 * Runs `work` and answers "later" when it fails, is aborted or makes no progress for `silentMs`, or for as long as it
 * has asked for. It never waits for work that does not heed its signal: a promise that never settles must not stall
 * the queue.
 */
export async function withDeadline(
  timer: Timer,
  silentMs: number,
  controller: AbortController,
  work: (signal: AbortSignal, onProgress: (silentMs: number) => void) => Promise<Outcome>,
): Promise<Outcome> {
  const { signal } = controller;
  let giveUp: () => void = () => undefined;
  const aborted = new Promise<Outcome>((resolve) => {
    giveUp = () => resolve(later("network"));
    signal.addEventListener("abort", giveUp);
  });
  let isOver = false;
  let cancel: () => void = () => undefined;
  const extend = (ms: number) => {
    if (isOver) return;
    cancel();
    cancel = timer.after(Math.max(silentMs, ms), () => controller.abort());
  };
  extend(silentMs);
  try {
    return await Promise.race([work(signal, extend), aborted]);
  } catch (error) {
    // A database that was closed or removed under the cycle ends up here too. Nothing is lost by trying again.
    console.warn("A sync cycle failed and will be repeated", error);
    return later("server");
  } finally {
    isOver = true;
    cancel();
    signal.removeEventListener("abort", giveUp);
  }
}
