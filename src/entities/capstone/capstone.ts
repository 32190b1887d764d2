import * as z from "zod/mini";
import { CAPSTONE_FIELD_IDS, type CapstoneFieldId, RUBRIC } from "../../domain/course/capstone.ts";
import { defineKind } from "../row.ts";
import { instant, text, uuid } from "../wire.ts";
import { fieldText, MAX_FIELD_CHARACTERS } from "../workbookField/workbookField.ts";

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

const texts = z
  .partialRecord(z.enum(CAPSTONE_FIELD_IDS), text(MAX_FIELD_CHARACTERS))
  .check(z.refine((value) => Object.values(value).some((each) => each.trim() !== "")));
const points = z.int().check(z.minimum(0), z.maximum(4));

/** Hand-ins are a set. Only the server adds the time of arrival and the review. */
export const capstone = defineKind<CapstoneHandIn>({
  kind: "capstone",
  keyOf: (content) => content.id,
  schema: () =>
    z.looseObject({
      id: uuid,
      attempt: z.union([z.literal(1), z.literal(2)]),
      texts,
      handedInAt: instant,
      receivedAt: z.nullable(instant),
      review: z.nullable(
        z.looseObject({
          scores: z.array(points).check(z.length(RUBRIC.length)),
          comments: z.array(z.string()).check(z.length(RUBRIC.length)),
          overall: z.string(),
          hasSources: z.boolean(),
          hasDiligence: z.boolean(),
          passed: z.boolean(),
          reviewedAt: instant,
        }),
      ),
    }),
  join: (mine, theirs, newer) => (newer === "mine" ? mine : theirs),
  serverFields: ["receivedAt", "review"],
  lessonOf: () => "11",
  isStudy: true,
  isWork: true,
  label: () => "Capstone handed in",
  exportAs: "Capstones that you handed in",
});
