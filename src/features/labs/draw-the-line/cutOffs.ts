import * as z from "zod/mini";
import type { DrawTheLineData, Group } from "./data.ts";

/** Approves scores from this one on. The lowest approves everybody, the highest nobody. */
export const [LOWEST, HIGHEST] = [1, 11] as const;

/** What a cut-off does to a group, in people and in per cent. */
export type Outcome = {
  approved: number;
  /** People in need who are refused. */
  missed: number;
  /** People who are approved without being in need. */
  wrong: number;
  /** Per cent of the group. */
  approvalRate: number;
  /** Per cent of those in need. */
  missRate: number;
  /** Wrong decisions of both kinds, in per cent of the group. */
  errorRate: number;
};

const sumOf = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);
const percent = (part: number, whole: number) => (whole === 0 ? 0 : (100 * part) / whole);

export function outcomeOf({ need, other }: Group, cutOff: number): Outcome {
  const [helped, wrong] = [sumOf(need.slice(cutOff - 1)), sumOf(other.slice(cutOff - 1))];
  const missed = sumOf(need) - helped;
  const people = sumOf(need) + sumOf(other);
  return {
    approved: helped + wrong,
    missed,
    wrong,
    approvalRate: percent(helped + wrong, people),
    missRate: percent(missed, sumOf(need)),
    errorRate: percent(missed + wrong, people),
  };
}

/** Three meanings of “fair”, in this order everywhere. */
const GOALS = ["approvalRate", "missRate", "errorRate"] as const;

/** The difference between the groups for each goal, in points. */
export function gaps({ groups: [a, b] }: DrawTheLineData, first: number, second: number): number[] {
  const [left, right] = [outcomeOf(a, first), outcomeOf(b, second)];
  // Without rounding, a difference of exactly 5 points may come out as 5.000000000000001.
  return GOALS.map((goal) => Math.round(10 * Math.abs(left[goal] - right[goal])) / 10);
}

/** Whether each goal is met. */
export function goalsMet(data: DrawTheLineData, first: number, second: number): boolean[] {
  return gaps(data, first, second).map((gap) => gap <= data.tolerance);
}

export type Survey = {
  pairs: number;
  /** Pairs of cut-offs that meet each goal, whatever else they meet. */
  each: number[];
  /** Pairs that meet exactly two goals, and all three. */
  two: number;
  three: number;
};

/** Tries every pair of cut-offs. */
export function survey(data: DrawTheLineData): Survey {
  const cutOffs = Array.from({ length: HIGHEST - LOWEST + 1 }, (_, index) => LOWEST + index);
  const met = cutOffs.flatMap((first) => cutOffs.map((second) => goalsMet(data, first, second)));
  const withGoals = (count: number) => met.filter((goals) => goals.filter(Boolean).length === count).length;
  return {
    pairs: met.length,
    each: GOALS.map((_, goal) => met.filter((goals) => goals[goal]).length),
    two: withGoals(2),
    three: withGoals(3),
  };
}

export const GUESSES = ["many", "few", "none"] as const;
const cutOff = z.int().check(z.minimum(LOWEST), z.maximum(HIGHEST));

/**
 * `shared` is the cut-off for everybody; null until the learner has set one. `own` has one per group. `reached` has the
 * goals that the learner has met so far.
 */
export const stateSchema = () =>
  z.object({
    shared: z.nullable(cutOff),
    guess: z.nullable(z.enum(GUESSES)),
    own: z.tuple([cutOff, cutOff]),
    reached: z.tuple([z.boolean(), z.boolean(), z.boolean()]),
    isSurveyed: z.boolean(),
  });
export type DrawTheLineState = z.infer<ReturnType<typeof stateSchema>>;

/** The cut-off in the middle. */
export const MIDDLE = 6;

export function begin(): DrawTheLineState {
  return {
    shared: null,
    guess: null,
    own: [MIDDLE, MIDDLE],
    reached: [false, false, false],
    isSurveyed: false,
  };
}

/** Sets the two cut-offs and notes the goals that they meet. */
export function withOwn(
  data: DrawTheLineData,
  state: DrawTheLineState,
  own: [number, number],
): DrawTheLineState {
  const met = goalsMet(data, ...own);
  const [a, b, c] = state.reached;
  return { ...state, own, reached: [a || met[0] === true, b || met[1] === true, c || met[2] === true] };
}
