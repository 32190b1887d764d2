import type { Place } from "../../../db/store/rows.ts";

/** The line that the reader is assumed to be reading, as a distance from the window's upper edge in CSS pixels. */
const LINE_PX = 24;

type Box = { top: number; bottom: number };

/**
 * The reading position, from the boxes of the text's parts in the window. Null if the reader has not reached the text
 * or has read it to the end, so that the lesson opens at its beginning.
 */
export function placeIn(parts: readonly Box[], windowHeight: number): Place | null {
  const [first, last] = [parts[0], parts.at(-1)];
  if (!first || !last || first.top > LINE_PX || last.bottom < windowHeight) return null;
  const part = parts.findIndex((each) => each.bottom > LINE_PX);
  const box = parts[part];
  if (!box) return null;
  return { part, share: Math.max(0, (LINE_PX - box.top) / (box.bottom - box.top)) };
}

/** The scroll distance that restores `place`, whose part now has this box. */
export function distanceTo({ share }: Place, { top, bottom }: Box): number {
  return top + share * (bottom - top) - LINE_PX;
}
