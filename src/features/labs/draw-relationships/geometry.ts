import type { TieState } from "./data.ts";

export type Point = { x: number; y: number };

/** The picture's own units. */
export const SIZE = 320;
export const RADIUS = 17;
const CIRCLE = 104;

/** Places in a circle that begins at the top. */
export function placesOf(count: number): Point[] {
  return Array.from({ length: count }, (_, index) => {
    const angle = (index / count) * 2 * Math.PI - Math.PI / 2;
    return { x: SIZE / 2 + CIRCLE * Math.cos(angle), y: SIZE / 2 + CIRCLE * Math.sin(angle) };
  });
}

const PAIR_GAP = 4;
const END_GAP = 5;
const ZIGZAG_STEP = 10;
const ZIGZAG_HEIGHT = 6;
const CUT_GAP = 12;
const BAR = 9;

/**
 * The line of a tie as the data of an SVG path, in the signs of lesson 9: two parallel lines, a zigzag, or a gap with a
 * bar at each end.
 */
export function tiePath(state: TieState, a: Point, b: Point): string {
  const distance = Math.hypot(b.x - a.x, b.y - a.y);
  const start = RADIUS + END_GAP;
  const length = distance - 2 * start;
  const along: Point = { x: (b.x - a.x) / distance, y: (b.y - a.y) / distance };
  /** The point at this distance from the start of the line, and beside it. */
  const at = (far: number, beside = 0) => {
    const x = a.x + along.x * (start + far) - along.y * beside;
    const y = a.y + along.y * (start + far) + along.x * beside;
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  };
  if (state === "joined")
    return [PAIR_GAP, -PAIR_GAP].map((side) => `M${at(0, side)}L${at(length, side)}`).join("");
  if (state === "cut off") {
    const [left, right] = [length / 2 - CUT_GAP, length / 2 + CUT_GAP];
    const bar = (far: number) => `M${at(far, BAR)}L${at(far, -BAR)}`;
    return `M${at(0)}L${at(left)}${bar(left)}${bar(right)}M${at(right)}L${at(length)}`;
  }
  const teeth = Math.max(2, Math.floor(length / ZIGZAG_STEP));
  const peaks = Array.from({ length: teeth - 1 }, (_, index) =>
    at(((index + 1) / teeth) * length, index % 2 === 0 ? ZIGZAG_HEIGHT : -ZIGZAG_HEIGHT),
  );
  return `M${[at(0), ...peaks, at(length)].join("L")}`;
}
