import { MAX_POSITION, type TieState, UNMOVED } from "./limits.ts";
import type { RelationshipsState } from "./map.ts";

export type Point = { x: number; y: number };

/** The picture's own units. */
export const WIDTH = 400;
export const HEIGHT = 420;
export const RADIUS = 15;
const MARGIN = 50;
const CENTRE: Point = { x: WIDTH / 2, y: 195 };
const CIRCLE = 150;
/** Space for a position: the rest is for labels. */
const SPAN: Point = { x: WIDTH - 2 * MARGIN, y: HEIGHT - 2 * MARGIN };

/** With more people, only numbers fit into the picture. */
const MAX_LABELLED = 8;
const LABEL_CHARACTERS = 12;

/** Where each person is drawn: where the learner has put them, or in a circle that begins at the top. */
export function placesOf({ people }: Pick<RelationshipsState, "people">): Point[] {
  return people.map(([, , x, y], index) => {
    if (x !== UNMOVED)
      return { x: MARGIN + (x / MAX_POSITION) * SPAN.x, y: MARGIN + (y / MAX_POSITION) * SPAN.y };
    const angle = (index / people.length) * 2 * Math.PI - Math.PI / 2;
    return { x: CENTRE.x + CIRCLE * Math.cos(angle), y: CENTRE.y + CIRCLE * Math.sin(angle) };
  });
}

/** A point of the picture as a position in hundredths, for `movedTo`. */
export function positionAt({ x, y }: Point): Point {
  return { x: ((x - MARGIN) / SPAN.x) * MAX_POSITION, y: ((y - MARGIN) / SPAN.y) * MAX_POSITION };
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
  if (length <= 0) return "";
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
    const middle = length / 2;
    const gap = Math.min(CUT_GAP, length / 4);
    return [
      `M${at(0)}L${at(middle - gap)}`,
      `M${at(middle - gap, BAR)}L${at(middle - gap, -BAR)}`,
      `M${at(middle + gap, BAR)}L${at(middle + gap, -BAR)}`,
      `M${at(middle + gap)}L${at(length)}`,
    ].join("");
  }
  const teeth = Math.max(2, Math.floor(length / ZIGZAG_STEP));
  const peaks = Array.from({ length: teeth - 1 }, (_, index) =>
    at(((index + 1) / teeth) * length, index % 2 === 0 ? ZIGZAG_HEIGHT : -ZIGZAG_HEIGHT),
  );
  return `M${[at(0), ...peaks, at(length)].join("L")}`;
}

/** Breaks a text between words. A word that is too long for a line is cut. */
export function wrapped(text: string, most: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= most)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(...chunks(word, most));
  }
  return lines;
}

function chunks(word: string, most: number): string[] {
  const characters = [...word];
  const count = Math.max(1, Math.ceil(characters.length / most));
  return Array.from({ length: count }, (_, index) =>
    characters.slice(index * most, (index + 1) * most).join(""),
  );
}

/** The lines under a person in the picture. The whole name is in the list beside it. */
export function labelOf(name: string, people: number): string[] {
  if (people > MAX_LABELLED) return [];
  const [first = "", second, ...rest] = wrapped(name, LABEL_CHARACTERS);
  if (second === undefined) return [first];
  return [first, rest.length > 0 ? `${second}…` : second];
}
