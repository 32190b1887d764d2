import { COURSE_ID, type LessonId, type OpId } from "../../domain/ids.ts";
import type { Write } from "../entity.ts";
import { laterThan } from "../stamp.ts";

/** A position in a lesson, which stays valid if the window, the font or the text size changes. */
export type LessonPosition = {
  /** The step, from 1. */
  step: number;
  /** The index, from 0, of a top-level block of the step's text. */
  part: number;
  /** How much of that block was above the line being read: 0 to 1, in thousandths. */
  share: number;
};

/** Where a learner stopped reading a lesson, and the op id of the last move. */
export type LessonPlace = LessonPosition & {
  lessonId: LessonId;
  /** The furthest step that the learner has reached on any device, from 1. Never below `step`. */
  furthest: number;
  /**
   * When the learner moved to this position. ISO 8601 in UTC with milliseconds: by the device's clock, but never later
   * than the time at which the server received it.
   */
  movedAt: string;
  opId: OpId;
};

/** A place on the device. */
export type StoredPlace = LessonPlace & {
  /** A pulled place that seemed the earlier one, kept for the same reason as the `rival` of a workbook field. */
  rival?: LessonPlace;
  /** Set if this move is stored on this device only: the op id of the move before it, which may still be in the outbox. */
  unsentAfter?: OpId;
};

export const MAX_STEPS = 60;
export const MAX_PART = 10_000;

/**
 * The furthest step is kept, whichever copy has it; of the positions the later move wins, by time, then by op id.
 * Commutative, associative and idempotent, so order and repetition of delivery cannot matter.
 * `private.apply_lesson_place` in supabase/schemas is the same rule.
 */
export function joinPlace<Place extends LessonPlace>(a: Place, b: Place): Place {
  const later = a.movedAt === b.movedAt ? (a.opId >= b.opId ? a : b) : a.movedAt > b.movedAt ? a : b;
  return { ...later, furthest: Math.max(a.furthest, b.furthest) };
}

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

export function placeOp(place: LessonPlace) {
  return {
    type: "place",
    key: `place:${place.lessonId}`,
    payload: {
      course_id: COURSE_ID,
      lesson_id: place.lessonId,
      step: place.step,
      part: place.part,
      share: place.share,
      furthest: place.furthest,
      // The name that the server uses for the time of every op that it ranks.
      written_at: place.movedAt,
    },
    opId: place.opId,
  } as const;
}

/** `isSent`: the account should know this position. False while a learner scrolls, so that reading sends no requests. */
export type Move = LessonPosition & { lessonId: LessonId; isSent: boolean };

/**
 * Moves the place of a lesson.
 *
 * 1. A move within a step with `isSent: false` is stored without an op. Any other move makes an op, a change of step
 *    always, so that `furthest` is never on this device only.
 * 2. The same position again changes nothing, unless only this device has it and it is to be sent.
 * 3. As with a workbook field, a move sorts after the one before it, and replaces its op if that was never sent.
 */
export const moveTo: Write<Move, StoredPlace, void> = {
  lessonOf: ({ lessonId }) => lessonId,
  opOf: ({ isSent, ...position }, { at, opId }) =>
    isSent ? placeOp({ ...position, furthest: position.step, movedAt: at, opId }) : null,
  stores: ["lessonPlaces"],
  reads: ({ lessonId }) => ({ store: "lessonPlaces", key: lessonId }),
  decide([before], { isSent, ...position }, stamp) {
    const makesOp = isSent || before?.step !== position.step;
    if (before && isSame(before, position) && !(makesOp && before.unsentAfter))
      return { rows: [], ops: [], result: undefined };
    const place = {
      ...position,
      furthest: Math.max(position.step, before?.furthest ?? 1),
      movedAt: before ? laterThan(before.movedAt, stamp.at) : stamp.at,
      opId: before ? stamp.opIdAfter(before.opId) : stamp.opId,
    };
    const queued = before?.unsentAfter ?? before?.opId;
    const row: StoredPlace = {
      ...place,
      ...(before?.rival && { rival: before.rival }),
      ...(!makesOp && queued && { unsentAfter: queued }),
    };
    return {
      rows: [{ store: "lessonPlaces", put: row }],
      ops: makesOp ? [placeOp(place)] : [],
      ...(makesOp && queued && { replaces: queued }),
      result: undefined,
    };
  },
};

function isSame(a: LessonPosition, b: LessonPosition): boolean {
  return a.step === b.step && a.part === b.part && a.share === b.share;
}
