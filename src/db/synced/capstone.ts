import { v7 } from "uuid";
import {
  type CapstoneHandIn,
  type CapstoneTexts,
  capstone,
  nextAttempt,
} from "../../entities/capstone/capstone.ts";
import { LOADING, type Loading, useLearner } from "../live.ts";
import { commit, type RowStore } from "./commit.ts";
import { readRows } from "./readRows.ts";

/** Every hand-in of the capstone that this device knows, with its review if one has arrived. */
export function useCapstone(): Loading | { status: "ready"; handIns: readonly CapstoneHandIn[] } {
  const found = useLearner<CapstoneHandIn[]>("capstones", (db) => readRows(db, capstone), []);
  return found ? { status: "ready", handIns: found.value } : LOADING;
}

/**
 * Hands in a frozen copy. Null if the learner has no attempt left, for example after another tab's hand-in. Resolves and
 * rejects as `commit` does.
 */
export function handInCapstone(texts: CapstoneTexts): Promise<CapstoneHandIn | null> {
  const id = v7();
  return commit("11", (rows) => putHandIn(rows, id, texts));
}

export async function putHandIn(
  rows: RowStore,
  id: string,
  texts: CapstoneTexts,
): Promise<CapstoneHandIn | null> {
  const attempt = nextAttempt(await rows.all(capstone));
  if (attempt === null || Object.keys(texts).length === 0) return null;
  const handedInAt = new Date(rows.now()).toISOString();
  const handIn = { id, attempt, texts, handedInAt, receivedAt: null, review: null };
  await rows.put(capstone, handIn);
  return handIn;
}
