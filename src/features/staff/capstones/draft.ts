import { useState } from "react";
import * as z from "zod/mini";
import { readIdentityHint } from "../../../db/store/identityHint.ts";
import { localStore } from "../../../db/store/localStore.ts";
import { RUBRIC } from "../../../domain/course/capstone.ts";
import { MAX_MARK } from "../../../domain/course/marks.ts";

/** Five of them fit into the 10,000 characters that the database allows. */
export const COMMENT_MAX_LENGTH = 2000;
export const OVERALL_MAX_LENGTH = 4000;

const draftSchema = z.object({
  scores: z.array(z.nullable(z.int().check(z.gte(0), z.lte(MAX_MARK)))).check(z.length(RUBRIC.length)),
  comments: z.array(z.string().check(z.maxLength(COMMENT_MAX_LENGTH))).check(z.length(RUBRIC.length)),
  overall: z.string().check(z.maxLength(OVERALL_MAX_LENGTH)),
  hasSources: z.nullable(z.boolean()),
  hasDiligence: z.nullable(z.boolean()),
});
/** A review that was not sent yet. What is null has not been decided. */
export type Draft = z.infer<typeof draftSchema>;

const EMPTY: Draft = {
  scores: RUBRIC.map(() => null),
  comments: RUBRIC.map(() => ""),
  overall: "",
  hasSources: null,
  hasDiligence: null,
};

/** For one reviewer, because colleagues may share a device. */
function keyOf(handInId: string): string {
  return `academy-capstone-draft:${readIdentityHint()}:${handInId}`;
}

/** The draft on this device, or null if there is none. */
export function readDraft(handInId: string): Draft | null {
  const stored = localStore()?.getItem(keyOf(handInId)) ?? null;
  if (stored === null) return null;
  try {
    return draftSchema.parse(JSON.parse(stored));
  } catch (error) {
    console.info("The draft of a review on this device cannot be read", error);
    return null;
  }
}

/** Returns whether the draft is on this device now. */
function writeDraft(handInId: string, draft: Draft): boolean {
  try {
    const store = localStore();
    store?.setItem(keyOf(handInId), JSON.stringify(draft));
    return store !== null;
  } catch (error) {
    console.info("The draft of a review cannot be stored on this device", error);
    return false;
  }
}

/** The draft of a review. Every change is stored on this device before the next one, with or without a connection. */
export function useDraft(handInId: string) {
  const [draft, setDraft] = useState(() => readDraft(handInId));
  const [hasDraft, setHasDraft] = useState(draft !== null);
  const [isStored, setIsStored] = useState(true);
  const change = (changes: Partial<Draft>) => {
    const next = { ...EMPTY, ...draft, ...changes };
    setDraft(next);
    setHasDraft(true);
    setIsStored(writeDraft(handInId, next));
  };
  /** The form keeps what it shows, until the screen shows the review instead. */
  const remove = () => {
    localStore()?.removeItem(keyOf(handInId));
    setHasDraft(false);
  };
  return { draft: draft ?? EMPTY, hasDraft, isStored, change, remove };
}
export type DraftState = ReturnType<typeof useDraft>;
