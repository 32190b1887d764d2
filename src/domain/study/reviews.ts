import type { LessonId } from "../ids.ts";

// Apart from the plan, which is large, because every page of a lesson knows the reviews.

/** The four reviews in order. A review's questions are part of the pack of the lesson before it. */
export const REVIEWS = [
  { set: "1", day: 7, after: "3" },
  { set: "2", day: 13, after: "5" },
  { set: "3", day: 19, after: "7" },
  { set: "4", day: 27, after: "10" },
] as const satisfies readonly { set: string; day: number; after: LessonId }[];

export type Review = (typeof REVIEWS)[number];
export type ReviewSetId = Review["set"];
/** The page of a review, or of the questions that are due to be tried again. */
export type ReviewPageId = ReviewSetId | "due";

export const AGAIN_TITLE = "Questions to try again";

export function reviewTitle({ set, after }: Review): string {
  return `Review ${set}: lessons 1 to ${after}`;
}

export function optionalReview(set: string | undefined): Review | null {
  return REVIEWS.find((each) => each.set === set) ?? null;
}
