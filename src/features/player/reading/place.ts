import type { LessonPosition } from "../../../entities/lessonPlace/lessonPlace.ts";

/** A position in the text of one step. */
export type Position = Pick<LessonPosition, "part" | "share">;

/** How far below the upper edge of the visible text the reader is assumed to be reading, in CSS pixels. */
const LINE_PX = 24;

type Box = { top: number; bottom: number };

/**
 * The reading position, from the boxes of a step's parts in the window. `edge` is the upper edge of the visible text,
 * as a distance from the window's in CSS pixels.
 */
export function placeIn(parts: readonly Box[], edge: number): Position {
  const line = edge + LINE_PX;
  const part = parts.findIndex(({ bottom }) => bottom > line);
  const box = parts[part];
  if (!box) return { part: Math.max(0, parts.length - 1), share: parts.length > 0 ? 1 : 0 };
  return { part, share: Math.max(0, (line - box.top) / (box.bottom - box.top)) };
}

/** The scroll distance that restores a position, whose part now has this box. */
export function distanceTo({ share }: Position, { top, bottom }: Box, edge: number): number {
  return top + share * (bottom - top) - edge - LINE_PX;
}
