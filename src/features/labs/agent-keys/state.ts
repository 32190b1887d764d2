import * as z from "zod/mini";
import type { AgentKeysData } from "./data.ts";

export const GUESSES = ["nothing", "papers", "money", "both"] as const;
export type Guess = (typeof GUESSES)[number];

/** Runs that the table shows. Earlier ones are forgotten. */
const MAX_RUNS = 6;

/**
 * `keys` has one level per tool. `answers` has "y" or "n" for each request of the run on screen, or is null before it.
 * `runs` are the finished runs, the latest last.
 */
export const stateSchema = ({ tools, steps }: AgentKeysData) => {
  const keys = z.string().check(z.regex(new RegExp(`^[012]{${tools.length}}$`)));
  const answers = z.string().check(z.regex(new RegExp(`^[yn]{0,${steps.length}}$`)));
  return z.object({
    keys,
    guess: z.nullable(z.enum(GUESSES)),
    answers: z.nullable(answers),
    runs: z.array(z.object({ keys, answers })).check(z.maxLength(MAX_RUNS)),
  });
};
export type AgentKeysState = z.infer<ReturnType<typeof stateSchema>>;

/** Everything allowed, as many assistants suggest when they are set up. */
export function begin({ tools }: AgentKeysData): AgentKeysState {
  return { keys: "2".repeat(tools.length), guess: null, answers: null, runs: [] };
}

export function withRun({ runs, ...state }: AgentKeysState, answers: string): AgentKeysState {
  return { ...state, answers, runs: [...runs, { keys: state.keys, answers }].slice(-MAX_RUNS) };
}
