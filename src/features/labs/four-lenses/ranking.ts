import * as z from "zod/mini";
import type { FourLensesData } from "./data.ts";

/** The points from the one that weighs most to the one that weighs least: their indices as digits, such as "204135". */
export type Ranking = string;

const DIGITS = "012345678";

/** `first` is the ranking without a lens. Rankings are null until the learner has confirmed them. */
export const stateSchema = ({ points, lenses }: FourLensesData) => {
  const order = DIGITS.slice(0, points.length);
  const ranking = z
    .string()
    .check(
      z.refine((value) => [...value].sort().join("") === order, { error: "is not an order of the points" }),
    );
  return z.object({
    first: z.nullable(ranking),
    byLens: z.array(z.nullable(ranking)).check(z.length(lenses.length)),
    /** The index of the lens that will change most, as the learner predicts. */
    guess: z.nullable(z.int().check(z.minimum(0), z.maximum(lenses.length - 1))),
  });
};
export type FourLensesState = z.infer<ReturnType<typeof stateSchema>>;

export function begin({ lenses }: FourLensesData): FourLensesState {
  return { first: null, byLens: lenses.map(() => null), guess: null };
}

export function startOrder({ points }: FourLensesData): Ranking {
  return DIGITS.slice(0, points.length);
}

/** Exchanges the point at this place with the one above it. */
export function movedUp(ranking: Ranking, place: number): Ranking {
  if (place < 1 || place >= ranking.length) return ranking;
  return `${ranking.slice(0, place - 1)}${ranking[place]}${ranking[place - 1]}${ranking.slice(place + 1)}`;
}

/** The place of a point, from 1. */
export function placeOf(ranking: Ranking, point: number): number {
  return ranking.indexOf(`${point}`) + 1;
}

/**
 * How many pairs of points are in another order in two rankings (Kendall's tau distance): 0 if they are equal, and half
 * of n × (n − 1) if one is the other backwards.
 */
export function flippedPairs(a: Ranking, b: Ranking): number {
  let flipped = 0;
  for (let left = 0; left < a.length; left += 1)
    for (let right = left + 1; right < a.length; right += 1)
      if (b.indexOf(a[left] ?? "") > b.indexOf(a[right] ?? "")) flipped += 1;
  return flipped;
}

export type Comparison = {
  /** Per lens, the pairs in another order than in the first ranking. */
  flips: number[];
  /** The lenses that changed most, by index; none if no lens changed anything. */
  strongest: number[];
  /** The point whose places lie furthest apart over all rankings, and its best and worst place, from 1. */
  widest: { point: number; best: number; worst: number };
};

/** Null until every ranking was confirmed. */
export function compare({ points }: FourLensesData, { first, byLens }: FourLensesState): Comparison | null {
  const rankings = byLens.filter((each) => each !== null);
  if (first === null || rankings.length < byLens.length) return null;
  const flips = rankings.map((each) => flippedPairs(first, each));
  const most = Math.max(...flips);
  const spans = points.map((_, point) => {
    const places = [first, ...rankings].map((each) => placeOf(each, point));
    return { point, best: Math.min(...places), worst: Math.max(...places) };
  });
  const widest = spans.reduce((a, b) => (b.worst - b.best > a.worst - a.best ? b : a));
  return {
    flips,
    strongest: flips.flatMap((count, lens) => (count === most && most > 0 ? [lens] : [])),
    widest,
  };
}
