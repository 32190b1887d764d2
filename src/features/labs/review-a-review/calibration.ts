import * as z from "zod/mini";
import { gradeMarks, type Verdict } from "../../../domain/course/marks.ts";
import { type Criterion, MOST, type ReviewData, type Sample } from "./data.ts";

const mark = z.nullable(z.int().check(z.minimum(0), z.maximum(MOST)));
export type Mark = z.infer<typeof mark>;

/** The place of the learner's own review in `marks`, after the two samples. */
export const OWN = 2;

/** `at` is the review on screen. `compared` samples have been compared with our scores, and are scored in full. */
export const stateSchema = ({ criteria }: ReviewData) => {
  const most = criteria.length * MOST;
  const guess = z.nullable(z.int().check(z.minimum(0), z.maximum(most)));
  const row = z.array(mark).check(z.refine((marks) => marks.length === criteria.length));
  return z
    .object({
      at: z.int().check(z.minimum(0), z.maximum(OWN)),
      compared: z.int().check(z.minimum(0), z.maximum(OWN)),
      guesses: z.tuple([guess, guess]),
      marks: z.tuple([row, row, row]),
    })
    .check(
      z.refine(({ at, compared }) => at === compared || at === compared - 1),
      z.refine(({ compared, marks }) => marks.slice(0, compared).every(isComplete)),
    );
};
export type ReviewState = z.infer<ReturnType<typeof stateSchema>>;

export function begin({ criteria }: ReviewData): ReviewState {
  const none = () => criteria.map(() => null);
  return { at: 0, compared: 0, guesses: [null, null], marks: [none(), none(), none()] };
}

export const isComplete = (marks: readonly Mark[]): marks is readonly number[] => !marks.includes(null);

/** Sets one score of the review on screen. */
export function withMark(state: ReviewState, row: number, score: number): ReviewState {
  const [first, second, own] = state.marks.map((marks, place) =>
    place === state.at ? marks.with(row, score) : marks,
  );
  return { ...state, marks: [first ?? [], second ?? [], own ?? []] };
}

export const totalOf = (marks: readonly Mark[]) => marks.reduce<number>((sum, each) => sum + (each ?? 0), 0);

export const oursOf = ({ scores }: Sample) => scores.map(({ score }) => score);

type Distance = {
  /** Per criterion: above zero where the learner gave more points than we did. */
  differences: number[];
  /** The mean of the differences, in which more and fewer points cancel out. */
  lean: number;
  /** The mean size of the differences. */
  apart: number;
};

export function compare(marks: readonly Mark[], ours: readonly number[]): Distance {
  const differences = ours.map((score, row) => (marks[row] ?? 0) - score);
  const mean = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0) / numbers.length;
  return { differences, lean: mean(differences), apart: mean(differences.map(Math.abs)) };
}

export function grade({ criteria, passMarks }: ReviewData, marks: readonly Mark[]): Verdict {
  return gradeMarks(
    criteria.map(({ needed }, row) => ({ needed, marks: marks[row] ?? null })),
    passMarks,
  );
}

/** The row with the fewest points; of equal ones the first that must not be 0, then the first. Null if all have 4. */
export function improveFirst(criteria: readonly Criterion[], marks: readonly number[]): number | null {
  const rows = criteria.map(({ needed }, row) => ({ row, needed, score: marks[row] ?? 0 }));
  const [weakest] = rows.toSorted((a, b) => a.score - b.score || Number(b.needed) - Number(a.needed));
  return weakest === undefined || weakest.score === MOST ? null : weakest.row;
}

/** The level that describes each number of points. One and two points have the same level. */
const LEVEL_OF = [0, 1, 1, 2, 3] as const;
export const levelOf = ({ levels }: Criterion, score: number) => levels[LEVEL_OF[score] ?? 0] ?? "";
