import { expect, test } from "vitest";
import { distanceTo, placeIn } from "./place.ts";

/** Parts of these heights, one below the other, of which the first begins at `top` in the window. */
function parts(top: number, ...heights: number[]) {
  return heights.map((height, index) => {
    const above = heights.slice(0, index).reduce((sum, each) => sum + each, 0);
    return { top: top + above, bottom: top + above + height };
  });
}

const WINDOW_PX = 800;

test("a reader in the middle of a lesson has a place: the part, and how much of it is read", () => {
  expect(placeIn(parts(-476, 400, 200, 5000), WINDOW_PX)).toEqual({ part: 1, share: 0.5 });
});

test("a reader who has not begun, or has read to the end, begins at the beginning", () => {
  expect(placeIn(parts(300, 400, 5000), WINDOW_PX)).toBeNull();
  expect(placeIn(parts(-4700, 400, 5000), WINDOW_PX)).toBeNull();
  expect(placeIn([], WINDOW_PX)).toBeNull();
});

test("a reader finds the line again in another window, where everything has other heights", () => {
  const place = placeIn(parts(-476, 400, 200, 5000), WINDOW_PX);
  if (!place) throw new Error("there is a place");
  const wide = parts(500, 300, 100, 3000)[place.part];
  if (!wide) throw new Error("the part is still there");
  // Scrolled by this, half of the second part is above the reader's line, 24 px below the window's edge.
  expect(distanceTo(place, wide)).toBe(500 + 300 + 50 - 24);
});
