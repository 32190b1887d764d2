import * as z from "zod/mini";
import type { CostOfWordsData } from "./data.ts";

/** The answers to “how many times English?”. */
export const TIMES = [1.5, 2, 3, 4, 6, 10] as const;
/** The longest text that a learner may type. It is not part of the state, so it never leaves the device. */
export const MAX_TEXT = 300;

/**
 * `most` is the language that the learner expects to cost most, by its index, and `times` how many times English. The
 * other three are indexes of the settings.
 */
export const stateSchema = ({ languages, prices, windows, speeds }: CostOfWordsData) => {
  const indexOf = (list: readonly unknown[]) => z.int().check(z.minimum(0), z.maximum(list.length - 1));
  return z.object({
    most: z.nullable(indexOf(languages)),
    times: z.nullable(z.literal([...TIMES])),
    isCounted: z.boolean(),
    price: indexOf(prices),
    window: indexOf(windows),
    speed: indexOf(speeds),
  });
};
export type CostOfWordsState = z.infer<ReturnType<typeof stateSchema>>;

export const begin = (): CostOfWordsState => ({
  most: null,
  times: null,
  isCounted: false,
  price: 1,
  window: 1,
  speed: 1,
});

/** What a text of so many tokens costs, how often it fits into the context window, and how long writing it takes. */
export function costOf(
  tokens: number,
  { price, window, speed }: { price: number; window: number; speed: number },
): { pounds: number; fits: number; seconds: number } {
  return {
    pounds: (tokens * price) / 1_000_000,
    fits: Math.floor(window / Math.max(1, tokens)),
    seconds: tokens / speed,
  };
}
