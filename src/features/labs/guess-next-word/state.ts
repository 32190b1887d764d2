import * as z from "zod/mini";
import type { GuessNextWordData } from "./data.ts";

/** The longest text that a learner may type. The whole state must fit into 4,000 characters of JSON. */
export const MAX_TEXT = 100;
/** A learner may ask for as many new texts. */
export const MAX_SEED = 999;

/** The three rough answers to “how many tokens?”. */
export const SIZES = ["words", "pieces", "letters"] as const;
export type Size = (typeof SIZES)[number];

/**
 * The number of tokens that each answer stands for: one per word, one per letter or sign, and half-way between them,
 * counted in how many times as many.
 */
export function sizesOf(sentence: string): Record<Size, number> {
  const words = sentence.trim().split(/\s+/).length;
  const letters = [...sentence.trim()].length;
  return { words, pieces: Math.round(Math.sqrt(words * letters)), letters };
}

/**
 * `sentence` is cut with the merges at `step` of the data. `pieces`, `word` (a token id), `best` (an index of the
 * temperatures), `claim` (an index of the guesses) and `right` are predictions; null until the learner has made them.
 */
export const stateSchema = ({ merges, starts, temperatures, claim }: GuessNextWordData) => {
  const indexOf = (list: readonly unknown[]) => z.int().check(z.minimum(0), z.maximum(list.length - 1));
  const typed = z.string().check(z.maxLength(MAX_TEXT));
  return z.object({
    sentence: typed,
    step: indexOf(merges),
    pieces: z.nullable(z.enum(SIZES)),
    start: z.nullable(indexOf(starts)),
    word: z.nullable(z.int().check(z.minimum(0))),
    best: z.nullable(indexOf(temperatures)),
    seed: z.int().check(z.minimum(1), z.maximum(MAX_SEED)),
    claim: z.nullable(indexOf(claim.guesses)),
    own: typed,
    right: z.nullable(z.int().check(z.minimum(0), z.maximum(100))),
  });
};
export type GuessNextWordState = z.infer<ReturnType<typeof stateSchema>>;

export function begin({ sentence, merges }: GuessNextWordData): GuessNextWordState {
  return {
    sentence,
    step: merges.length - 1,
    pieces: null,
    start: null,
    word: null,
    best: null,
    seed: 1,
    claim: null,
    own: "",
    right: null,
  };
}
