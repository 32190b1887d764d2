import * as z from "zod/mini";
import type { FourLensesData } from "./data.ts";

/** The points that weigh most, by index: `first` without a lens. `guess` counts the lenses that will change it. */
export const stateSchema = ({ points, lenses }: FourLensesData) => {
  const indexTo = (most: number) => z.nullable(z.int().check(z.minimum(0), z.maximum(most)));
  const point = indexTo(points.length - 1);
  return z.object({
    first: point,
    guess: indexTo(lenses.length),
    byLens: z.array(point).check(z.length(lenses.length)),
  });
};
export type FourLensesState = z.infer<ReturnType<typeof stateSchema>>;

export const begin = ({ lenses }: FourLensesData): FourLensesState => ({
  first: null,
  guess: null,
  byLens: lenses.map(() => null),
});

/** Through how many lenses another point weighs most. */
export const changedCount = ({ first, byLens }: FourLensesState) =>
  byLens.filter((point) => point !== null && point !== first).length;

/** Through how many lenses the learner chose the point of our own reading. */
export const agreedCount = ({ lenses }: FourLensesData, { byLens }: FourLensesState) =>
  lenses.filter(({ first }, lens) => byLens[lens] === first - 1).length;
