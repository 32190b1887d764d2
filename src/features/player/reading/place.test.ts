import { expect, test } from "vitest";
import { distanceTo, placeIn } from "./place.ts";

/** Stacked boxes of these heights, the first of which begins at `top` in the window. */
function parts(top: number, ...heights: number[]) {
  return heights.map((height, index) => {
    const above = heights.slice(0, index).reduce((sum, each) => sum + each, 0);
    return { top: top + above, bottom: top + above + height };
  });
}

const WINDOW_PX = 800;

test("a reading position in the middle of a lesson consists of the current part and the share of that part already read", () => {
  expect(placeIn(parts(-476, 400, 200, 5000), WINDOW_PX)).toEqual({ part: 1, share: 0.5 });
});

test("there is no reading position before the beginning or after the end of the text", () => {
  expect(placeIn(parts(300, 400, 5000), WINDOW_PX)).toBeNull();
  expect(placeIn(parts(-4700, 400, 5000), WINDOW_PX)).toBeNull();
  expect(placeIn([], WINDOW_PX)).toBeNull();
});

test("a reading position leads to the same line in a window of a different width", () => {
  const place = placeIn(parts(-476, 400, 200, 5000), WINDOW_PX);
  if (!place) throw new Error("there is a place");
  const wide = parts(500, 300, 100, 3000)[place.part];
  if (!wide) throw new Error("the part is still there");
  // Scrolled by this distance, the middle of the second part is on the reading line, 24 px below the window's edge.
  expect(distanceTo(place, wide)).toBe(500 + 300 + 50 - 24);
});
