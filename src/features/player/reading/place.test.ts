import { expect, test } from "vitest";
import { distanceTo, placeIn } from "./place.ts";

/** Stacked boxes of these heights, the first of which begins at `top` in the window. */
function parts(top: number, ...heights: number[]) {
  return heights.map((height, index) => {
    const above = heights.slice(0, index).reduce((sum, each) => sum + each, 0);
    return { top: top + above, bottom: top + above + height };
  });
}

/** The height of the bar at the top of the window. */
const EDGE_PX = 70;

test("a reading position in the middle of a step consists of the current part and the share of that part already read", () => {
  expect(placeIn(parts(-406, 400, 200, 5000), EDGE_PX)).toEqual({ part: 1, share: 0.5 });
});

test("before the text the reading position is its beginning, and after the text its end", () => {
  expect(placeIn(parts(300, 400, 5000), EDGE_PX)).toEqual({ part: 0, share: 0 });
  expect(placeIn(parts(-5400, 400, 5000), EDGE_PX)).toEqual({ part: 1, share: 1 });
  expect(placeIn([], EDGE_PX)).toEqual({ part: 0, share: 0 });
});

test("a reading position leads to the same line in a window of a different width", () => {
  const place = placeIn(parts(-406, 400, 200, 5000), EDGE_PX);
  const wide = parts(500, 300, 100, 3000)[place.part];
  if (!wide) throw new Error("the part is still there");
  // Scrolled by this distance, the middle of the second part is on the reading line, 24 px below the edge.
  expect(distanceTo(place, wide, 0)).toBe(500 + 300 + 50 - 24);
});
