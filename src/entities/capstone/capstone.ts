import { CAPSTONE_FIELD_IDS, type CapstoneFieldId } from "../../domain/course/capstone.ts";
import { COURSE_ID } from "../../domain/ids.ts";
import type { Write } from "../entity.ts";
import { fieldText } from "../workbookField/workbookField.ts";

/** The frozen text of each section that was not empty. */
export type CapstoneTexts = Partial<Record<CapstoneFieldId, string>>;

export type CapstoneReview = {
  /** Points from 0 to 4 for each row of the rubric. */
  scores: number[];
  /** The reviewer's words on each row of the rubric. */
  comments: string[];
  overall: string;
  hasSources: boolean;
  hasDiligence: boolean;
  passed: boolean;
  reviewedAt: string;
};

/** A capstone as it was handed in. It never changes; only the server adds `receivedAt` and `review`. */
export type CapstoneHandIn = {
  id: string;
  attempt: 1 | 2;
  texts: CapstoneTexts;
  handedInAt: string;
  /** Null until the server has confirmed it. */
  receivedAt: string | null;
  review: CapstoneReview | null;
};

/**
 * The hand-in that counts for each attempt. Hand-ins are a set, and two devices that were both offline may have made one
 * each: the one that reached the server first counts, and before that the earlier one. The server confirms one for each
 * attempt, unless a backup was restored that did not contain it. Then the one that was confirmed last is on the server.
 */
export function handInsOf(rows: readonly CapstoneHandIn[]): {
  first: CapstoneHandIn | null;
  second: CapstoneHandIn | null;
} {
  const ranked = [...rows].sort(byRank);
  const of = (attempt: number) => ranked.find((each) => each.attempt === attempt) ?? null;
  return { first: of(1), second: of(2) };
}

function byRank(a: CapstoneHandIn, b: CapstoneHandIn): number {
  if (a.receivedAt !== b.receivedAt) return (a.receivedAt ?? "") > (b.receivedAt ?? "") ? -1 : 1;
  return `${a.handedInAt} ${a.id}` < `${b.handedInAt} ${b.id}` ? -1 : 1;
}

/** The attempt that the learner may hand in now, or null. A second one needs a review of the first that is not a pass. */
export function nextAttempt(rows: readonly CapstoneHandIn[]): 1 | 2 | null {
  const { first, second } = handInsOf(rows);
  if (!first) return 1;
  return !second && first.review && !first.review.passed ? 2 : null;
}

export function frozenTexts(textOf: (fieldId: CapstoneFieldId) => string): CapstoneTexts {
  return Object.fromEntries(
    CAPSTONE_FIELD_IDS.flatMap((fieldId) => {
      const text = fieldText(textOf(fieldId));
      return text.trim() === "" ? [] : [[fieldId, text]];
    }),
  );
}

export function capstoneOp({ id, attempt, texts, handedInAt }: CapstoneHandIn) {
  return {
    type: "capstone" as const,
    key: `capstone:${id}`,
    payload: { id, course_id: COURSE_ID, attempt, texts, handed_in_at: handedInAt },
  } as const;
}

/** Hands in a frozen copy. Does nothing if the learner has no attempt left, for example after another tab's hand-in. */
export const handedInCapstone: Write<CapstoneTexts, CapstoneHandIn, CapstoneHandIn | null> = {
  lessonOf: () => "11",
  // Which attempt it is follows from the stored rows.
  opOf: () => null,
  stores: ["capstones"],
  reads: () => ({ store: "capstones" }),
  decide(before, texts, { at, opId, attemptId }) {
    const attempt = nextAttempt(before);
    if (attempt === null || Object.keys(texts).length === 0) return { rows: [], ops: [], result: null };
    const handIn = { id: attemptId, attempt, texts, handedInAt: at, receivedAt: null, review: null };
    return {
      rows: [{ store: "capstones", add: handIn }],
      ops: [{ ...capstoneOp(handIn), opId }],
      result: handIn,
    };
  },
};
