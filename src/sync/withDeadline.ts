import { later, type Outcome } from "./ports.ts";

type Timer = { after(delayMs: number, callback: () => void): () => void };

/**
 * Runs `work` and answers "later" when it fails, is aborted or takes too long. It never waits for work that does
 * not heed its signal: a promise that never settles must not stall the queue.
 */
export async function withDeadline(
  timer: Timer,
  timeoutMs: number,
  controller: AbortController,
  work: (signal: AbortSignal) => Promise<Outcome>,
): Promise<Outcome> {
  const { signal } = controller;
  let giveUp: () => void = () => undefined;
  const aborted = new Promise<Outcome>((resolve) => {
    giveUp = () => resolve(later("network"));
    signal.addEventListener("abort", giveUp);
  });
  const cancel = timer.after(timeoutMs, () => controller.abort());
  try {
    return await Promise.race([work(signal), aborted]);
  } catch (error) {
    // A database that was closed or removed under the cycle ends up here too. Nothing is lost by trying again.
    console.warn("A sync cycle failed and will be repeated", error);
    return later("server");
  } finally {
    cancel();
    signal.removeEventListener("abort", giveUp);
  }
}
