import { setTimeout as pause } from "node:timers/promises";
import { p99 } from "../support/statistics.ts";

/** Per second. Each is about a third more than the one before. */
const RATES = [0.5, 1, 1.5, 2, 3, 4, 5, 7, 9, 12, 16, 21, 28, 37, 49, 65, 86, 114, 150, 200, 265, 350];
const PERIOD_MS = 6_000;
const FEWEST_PIECES = 12;
export const LIMIT_MS = 1_000;

/** Does one piece of work from start to end. Returns how long its user waited, in ms. */
export type Work = () => Promise<number>;
/** The latencies of the work that was due while it came at `rate` per second. */
export type Step = { rate: number; ms: number[] };

/**
 * Raises the rate at which `work` is due until p99 of its latency exceeds the limit. The last step is the one that was
 * too much. Work is due whether or not earlier work has ended, as with real users.
 */
export async function raiseRate(work: Work, firstRate: number): Promise<Step[]> {
  const steps: Step[] = [];
  for (const rate of RATES.filter((each) => each >= firstRate)) {
    const step = { rate, ms: await workAt(rate, work) };
    steps.push(step);
    if (p99(step.ms) > LIMIT_MS) break;
  }
  return steps;
}

/** Latencies count from the moment when the work was due, so that a client that is late does not hide a wait. */
async function workAt(rate: number, work: Work): Promise<number[]> {
  const pieces = Math.max(FEWEST_PIECES, Math.round((rate * PERIOD_MS) / 1000));
  const startedAt = performance.now();
  return Promise.all(
    Array.from({ length: pieces }, async (_, index) => {
      const dueAt = startedAt + (index * 1000) / rate;
      await pause(Math.max(0, dueAt - performance.now()));
      const lateMs = performance.now() - dueAt;
      return lateMs + (await work());
    }),
  );
}

/** The highest rate that was kept, or 0 if even the first was too much. */
export function keptRate(steps: readonly Step[]): number {
  return Math.max(0, ...steps.filter(({ ms }) => p99(ms) <= LIMIT_MS).map(({ rate }) => rate));
}
