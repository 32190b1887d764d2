import {
  type CapstoneHandIn,
  type CapstoneTexts,
  handedInCapstone,
} from "../../entities/capstone/capstone.ts";
import { LOADING, type Loading, useLearner } from "../live.ts";
import { commit } from "./commit.ts";

/** Every hand-in of the capstone that this device knows, with its review if one has arrived. */
export function useCapstone(): Loading | { status: "ready"; handIns: readonly CapstoneHandIn[] } {
  const found = useLearner<CapstoneHandIn[]>("capstones", (db) => db.capstones.toArray(), []);
  return found ? { status: "ready", handIns: found.value } : LOADING;
}

/** Resolves and rejects as `commit` does. Null if the learner has no attempt left. */
export function handInCapstone(texts: CapstoneTexts): Promise<CapstoneHandIn | null> {
  return commit(handedInCapstone, texts);
}
