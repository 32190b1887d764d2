import { typedNumber } from "../../../domain/text/typedText.ts";

/** The least and the most that the learner thinks possible. */
export type Range = readonly [number, number];
/** A range while it is being written: null where there is no number yet. */
export type WrittenRange = readonly [number | null, number | null];

/** A number as the learner wrote it; null if it is none, or greater than `most`. */
export function parseAmount(written: string, most: number): number | null {
  const amount = typedNumber(written);
  return amount !== null && amount <= most ? amount : null;
}

/** What is wrong with a range, or null. An empty range is not wrong, but incomplete. */
export function faultOf([low, high]: WrittenRange, unit: string): string | null {
  if (low === null || high === null) return null;
  if (low > high) return "The first number must not be greater than the second.";
  return unit === "%" && high > 100 ? "A share is at most 100%." : null;
}

export const middle = ([low, high]: Range) => (low + high) / 2;
