import { LEVELS, type Level } from "./agent.ts";
import type { AgentKeysData } from "./data.ts";
import type { Guess } from "./state.ts";

export const LEVEL_NAMES: Record<Level, string> = { 0: "Never", 1: "Ask me", 2: "Always" };
export const GUESS_NAMES: Record<Guess, string> = {
  nothing: "Nothing bad",
  papers: "It shows private papers to a stranger",
  money: "It pays money to a stranger",
  both: "It does both",
};

export function levelAt(keys: string, index: number): Level {
  return LEVELS.find((level) => level === keys[index]) ?? "0";
}

export function keysWords({ tools }: AgentKeysData, keys: string): string {
  return tools
    .map(({ name }, index) => `${name}: ${LEVEL_NAMES[levelAt(keys, index)].toLowerCase()}`)
    .join(" · ");
}
