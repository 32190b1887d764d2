import * as z from "zod/mini";
import type { LessonId } from "../../domain/ids.ts";
import { defineKind } from "../row.ts";
import { lessonId } from "../wire.ts";

/** A position in a lesson, which stays valid if the window, the font or the text size changes. */
export type LessonPosition = {
  /** The step, from 1. */
  step: number;
  /** The index, from 0, of a top-level block of the step's text. */
  part: number;
  /** How much of that block was above the line being read: 0 to 1, in thousandths. */
  share: number;
};

/** Where a learner stopped reading a lesson. */
export type LessonPlace = LessonPosition & {
  lessonId: LessonId;
  /** The furthest step that the learner has reached on any device, from 1. Never below `step`. */
  furthest: number;
};

const MAX_STEPS = 60;
const MAX_PART = 10_000;

const step = z.int().check(z.minimum(1), z.maximum(MAX_STEPS));

/** Of the positions the later move counts, and the furthest step is never lost. */
export const lessonPlace = defineKind<LessonPlace>({
  kind: "place",
  keyOf: (content) => content.lessonId,
  schema: () =>
    z.looseObject({
      lessonId,
      step,
      part: z.int().check(z.minimum(0), z.maximum(MAX_PART)),
      share: z.number().check(z.minimum(0), z.maximum(1)),
      furthest: step,
    }),
  join: { keeps: "latest", greatest: ["furthest"] },
  lessonOf: (content) => content.lessonId,
  // No learner needs to know that the account has an older place.
  isWork: false,
  label: (content) => `Place in lesson ${content.lessonId}`,
  exportAs: "Where you stopped reading",
});

/** The nearest position that can be stored: a browser may report boxes of a text that has no height. */
export function storablePosition({ step, part, share }: LessonPosition): LessonPosition {
  return {
    step: within(step, 1, MAX_STEPS),
    part: within(part, 0, MAX_PART),
    share: within(share * 1000, 0, 1000) / 1000,
  };
}

function within(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, Math.round(value) || 0));
}
