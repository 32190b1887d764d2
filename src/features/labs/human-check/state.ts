import * as z from "zod/mini";
import type { Answer, HumanCheckData } from "./data.ts";

/** A time over a minute is a pause: nobody knows what the learner did meanwhile. */
const LONGEST_TENTHS = 600;

/**
 * `answers` has one letter per decision: `a` approves, `r` refuses. `tenths` has its time in tenths of a second, or null
 * if it was interrupted. `canUndo` is true from a decision until it is taken back. The times of cases before `untimedTo`
 * do not count, because the learner has seen them before.
 */
export const stateSchema = ({ cases }: HumanCheckData) =>
  z
    .object({
      guess: z.nullable(z.int().check(z.minimum(0), z.maximum(10))),
      answers: z.string().check(z.regex(new RegExp(`^[ar]{0,${cases.length}}$`))),
      tenths: z.array(z.nullable(z.int().check(z.minimum(0), z.maximum(LONGEST_TENTHS)))),
      canUndo: z.boolean(),
      untimedTo: z.int().check(z.minimum(0), z.maximum(cases.length + 1)),
      isClosed: z.boolean(),
    })
    .check(
      z.refine(({ answers, tenths }) => answers.length === tenths.length),
      z.refine(({ answers, isClosed }) => !isClosed || answers.length === cases.length),
    );
export type HumanCheckState = z.infer<ReturnType<typeof stateSchema>>;

export function begin(): HumanCheckState {
  return { guess: null, answers: "", tenths: [], canUndo: false, untimedTo: 0, isClosed: false };
}

export const isDecided = ({ cases }: HumanCheckData, { answers }: HumanCheckState) =>
  answers.length >= cases.length;

/** Adds a decision. `milliseconds` is null if the case was interrupted. */
export function withDecision(
  state: HumanCheckState,
  answer: Answer,
  milliseconds: number | null,
): HumanCheckState {
  const tenths = milliseconds === null ? null : Math.round(milliseconds / 100);
  const counts = tenths !== null && tenths <= LONGEST_TENTHS && state.answers.length >= state.untimedTo;
  return {
    ...state,
    answers: state.answers + (answer === "approve" ? "a" : "r"),
    tenths: [...state.tenths, counts ? tenths : null],
    canUndo: true,
  };
}

/** Takes the last decision back, once. Neither it nor the case on screen is new to the learner any more. */
export function withoutLast(state: HumanCheckState): HumanCheckState {
  if (!state.canUndo) return state;
  const last = state.answers.length - 1;
  return {
    ...state,
    answers: state.answers.slice(0, last),
    tenths: state.tenths.slice(0, last),
    canUndo: false,
    untimedTo: last + 2,
  };
}
