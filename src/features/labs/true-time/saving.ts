import * as z from "zod/mini";
import { faultOf, middle, type Range } from "../range.ts";

/** Minutes, and for `share` per cent of the tasks. */
export type Ranges = {
  old: Range;
  prepare: Range;
  brief: Range;
  edit: Range;
  check: Range;
  share: Range;
  cost: Range;
};
type Values = Record<keyof Ranges, number>;
const KEYS = ["old", "prepare", "brief", "edit", "check", "share", "cost"] as const;

export const MAX_MINUTES = 10_000;
const MAX_NAME = 80;

/** `values` has the two numbers of each quantity, null where none is written. `guess`: tasks of ten that save time. */
export const stateSchema = () => {
  const value = z.nullable(z.number().check(z.minimum(0), z.maximum(MAX_MINUTES)));
  return z.object({
    task: z.string().check(z.maxLength(MAX_NAME)),
    values: z.array(z.tuple([value, value])).check(z.length(KEYS.length)),
    guess: z.nullable(z.int().check(z.minimum(0), z.maximum(10))),
  });
};
export type TrueTimeState = z.infer<ReturnType<typeof stateSchema>>;

export function begin(): TrueTimeState {
  return { task: "", values: KEYS.map(() => [null, null]), guess: null };
}

/** The ranges, or null while one of them is incomplete or wrong. */
export function rangesOf({ values }: TrueTimeState): Ranges | null {
  const ranges: Partial<Ranges> = {};
  for (const [index, key] of KEYS.entries()) {
    const [low, high] = values[index] ?? [null, null];
    if (low === null || high === null || faultOf([low, high], key === "share" ? "percent" : "minutes"))
      return null;
    ranges[key] = [low, high];
  }
  const { old, prepare, brief, edit, check, share, cost } = ranges;
  if (!old || !prepare || !brief || !edit || !check || !share || !cost) return null;
  return { old, prepare, brief, edit, check, share, cost };
}

function pick(ranges: Ranges, from: (range: Range) => number): Values {
  const { old, prepare, brief, edit, check, share, cost } = ranges;
  return {
    old: from(old),
    prepare: from(prepare),
    brief: from(brief),
    edit: from(edit),
    check: from(check),
    share: from(share),
    cost: from(cost),
  };
}

/** Time saved = the old time − (prepare + brief + edit + check + fix), where fix is averaged over all tasks. */
export function averageSaving({ old, prepare, brief, edit, check, share, cost }: Values): number {
  return old - (prepare + brief + edit + check + (share / 100) * cost);
}

/** With everything in the middle: how long checking may take before nothing is saved. Negative: nothing is saved anyway. */
export function breakEvenCheck(ranges: Ranges): number {
  return averageSaving({ ...pick(ranges, middle), check: 0 });
}

/** The savings with everything at its better and at its worse end. */
export function extremes(ranges: Ranges): { best: number; worst: number } {
  const best = averageSaving({ ...pick(ranges, ([low]) => low), old: ranges.old[1] });
  const worst = averageSaving({ ...pick(ranges, ([, high]) => high), old: ranges.old[0] });
  return { best, worst };
}

/** By how many minutes the average saving depends on each quantity, the others in the middle; the greatest first. */
export function sensitivity(ranges: Ranges): { key: keyof Ranges; minutes: number }[] {
  const centre = pick(ranges, middle);
  return KEYS.map((key) => {
    const [low, high] = ranges[key];
    const change = averageSaving({ ...centre, [key]: low }) - averageSaving({ ...centre, [key]: high });
    return { key, minutes: Math.abs(change) };
  }).sort((a, b) => b.minutes - a.minutes);
}

const DRAWS = 1_000;

export type Simulation = {
  /** The minutes saved in each of 1,000 tasks, in ascending order. */
  savings: number[];
  /** In how many of them time was saved. */
  saved: number;
};

/**
 * Draws 1,000 tasks: every quantity anywhere in its range, and a mistake with the probability that was drawn. The same
 * ranges always give the same tasks.
 */
export function simulate(ranges: Ranges): Simulation {
  const random = randomFrom(JSON.stringify(ranges));
  const savings = Array.from({ length: DRAWS }, () => {
    const values = pick(ranges, ([low, high]) => low + random() * (high - low));
    const fix = random() * 100 < values.share ? values.cost : 0;
    return averageSaving({ ...values, share: 0 }) - fix;
  }).sort((a, b) => a - b);
  return { savings, saved: savings.filter((minutes) => minutes > 0).length };
}

/** The value below which this share of the sorted numbers lies. */
export function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

/** Numbers from 0 to below 1 that depend only on the text: mulberry32, seeded with an FNV-1a hash. */
function randomFrom(text: string): () => number {
  let seed = 0x811c9dc5;
  for (const character of text) seed = Math.imul(seed ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
