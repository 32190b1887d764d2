import fc from "fast-check";
import { expect } from "vitest";
import { collectGarbage } from "../support/setup/collectGarbage.ts";
import { IS_DEEP, timeBox } from "../support/timeBox.ts";

const INPUTS = IS_DEEP ? 1_000 : 40;
/** By then everything is loaded and every cache has been filled. */
const WARM_AFTER = 100;
/** Tried even when the time is over, so that there is growth to measure. */
const LEAST_INPUTS = 2 * WARM_AFTER;
export const FUZZ_TIMEOUT_MS = IS_DEEP ? 1_200_000 : 60_000;
const SEED = 20261120;
/** The limit for one input. A caller would have given up by then, so a later response counts as no response. */
const DEADLINE_MS = 30_000;
/** How much the heap may grow after the first inputs, as a share of its size then. */
const MAX_GROWTH = 0.1;

type Options<T> = {
  /** Inputs that failed once. They always run first. */
  examples?: T[];
  /** How many inputs run in parallel, for code that mostly waits. */
  lanes?: number;
  /** The most inputs, for a test that calls this many times. Below 200, the growth of memory is not checked. */
  most?: number;
};

/**
 * Tries up to 1,000 inputs in the deep run and 40 otherwise, from a fixed seed. `judge` throws for a wrong result. A failure
 * reports the seed and the smallest failing input. In the deep run it also checks that memory does not grow.
 */
export async function fuzz<T>(
  inputs: fc.Arbitrary<T>,
  judge: (input: T) => Promise<void> | void,
  { examples = [], lanes = 1, most = INPUTS }: Options<T> = {},
): Promise<void> {
  const inputCount = Math.min(INPUTS, most);
  let count = 0;
  let early = 0;
  const timed = async (input: T) => {
    count += 1;
    if (IS_DEEP && count === WARM_AFTER) early = usedHeap();
    const startedAt = performance.now();
    await judge(input);
    expect(performance.now() - startedAt, "milliseconds for one input").toBeLessThan(DEADLINE_MS);
  };
  const boxed = timeBox(LEAST_INPUTS, timed);
  const lane = (index: number) =>
    fc.assert(fc.asyncProperty(inputs, boxed), {
      seed: SEED + index,
      numRuns: Math.ceil(inputCount / lanes),
      examples: index === 0 ? examples.map((each): [T] => [each]) : [],
      timeout: DEADLINE_MS,
    });
  await Promise.all(Array.from({ length: lanes }, (_, index) => lane(index)));
  if (!IS_DEEP || inputCount < LEAST_INPUTS) return;
  const late = usedHeap();
  expect(late, `bytes on the heap at the end, ${early} before`).toBeLessThan(early * (1 + MAX_GROWTH));
}

function usedHeap(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}
