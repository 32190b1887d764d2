import type { Place } from "../../db/rows.ts";

/** The line of the window that a reader's eyes are taken to be on, in CSS pixels from its upper edge. */
const LINE_PX = 24;

type Box = { top: number; bottom: number };

/**
 * The place of the reader, from where the parts of a text are in the window. Null when the text is still to come or
 * was read to its end: such a lesson opens at its beginning.
 */
export function placeIn(parts: readonly Box[], windowHeight: number): Place | null {
  const [first, last] = [parts[0], parts.at(-1)];
  if (!first || !last || first.top > LINE_PX || last.bottom < windowHeight) return null;
  const part = parts.findIndex((each) => each.bottom > LINE_PX);
  const box = parts[part];
  if (!box) return null;
  return { part, share: Math.max(0, (LINE_PX - box.top) / (box.bottom - box.top)) };
}

/** How far to scroll so that `place`, whose part is in this box now, is where it was. */
export function distanceTo({ share }: Place, { top, bottom }: Box): number {
  return top + share * (bottom - top) - LINE_PX;
}
