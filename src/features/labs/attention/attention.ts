import type { Sentence } from "./data.ts";

export type Setting = {
  /** 1 as in the original design, 0 looks at every word alike. */
  sharpness: number;
  /** Whether the distance between words counts. */
  hasOrder: boolean;
};
export const USUAL: Setting = { sharpness: 1, hasOrder: true };

export const wordsOf = (text: string): string[] => text.split(" ");

/** Where the word at `asker` looks: one entry for each word up to and including itself. */
export type Look = { words: string[]; scores: number[]; weights: number[]; taken: [number, number] };

const dot = (a: readonly number[] = [], b: readonly number[] = []) =>
  a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);

/** The weights add up to 1. The highest score is taken off first, so that no power is too large for a number. */
export function softmax(scores: readonly number[]): number[] {
  const highest = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(score - highest));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}

/**
 * One head of scaled dot-product attention (Vaswani et al. 2017), in which a word sees only itself and the words before it:
 * 1. multiply what the word seeks by what each word offers, and divide by the root of the number of features;
 * 2. take off a little for each step between the two (as in Press et al. 2022), if the order counts;
 * 3. turn the scores into weights with softmax;
 * 4. add up what the words bring, each times its weight.
 */
export function lookOf({ features, words }: Sentence, text: string, asker: number, setting: Setting): Look {
  const { sharpness, hasOrder } = setting;
  const seen = wordsOf(text).slice(0, asker + 1);
  const { seeks, near = 0 } = words[seen[asker] ?? ""] ?? {};
  const scores = seen.map((word, place) => {
    const match = dot(seeks, words[word]?.offers) / Math.sqrt(features.length);
    return sharpness * (match - (hasOrder ? near * (asker - place) : 0));
  });
  const weights = softmax(scores);
  const takenOf = (gain: number) =>
    seen.reduce((sum, word, place) => sum + (weights[place] ?? 0) * (words[word]?.brings?.[gain] ?? 0), 0);
  return { words: seen, scores, weights, taken: [takenOf(0), takenOf(1)] };
}

/** The share of each gain in what the word has taken; a half each if it has taken nothing. */
export function sharesOf({ taken: [one, two] }: Look): [number, number] {
  const sum = one + two;
  return sum === 0 ? [0.5, 0.5] : [one / sum, two / sum];
}

/** The place of the highest weight; the first of them if several are as high. */
export const strongest = ({ weights }: Look): number => weights.indexOf(Math.max(...weights));
