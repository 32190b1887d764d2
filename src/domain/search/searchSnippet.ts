import type { Mark } from "./search.ts";
import type { Span, Word } from "./searchQuery.ts";

/** A piece of text, marked if it is a match. */
export type Piece = { text: string; isHit: boolean };

const CUT = "…";
/** The share of the snippet before the first mark, for context. */
const LEAD_SHARE = 0.3;

/** The whole text in pieces. `spans` must be in order and must not overlap. */
export function markedText(text: string, spans: readonly Span[]): Piece[] {
  const pieces: Piece[] = [];
  let shown = 0;
  for (const { start, end } of spans) {
    pieces.push(
      { text: text.slice(shown, start), isHit: false },
      { text: text.slice(start, end), isHit: true },
    );
    shown = end;
  }
  pieces.push({ text: text.slice(shown), isHit: false });
  return pieces.filter((piece) => piece.text !== "");
}

/**
 * The part of a text with the most `marks`, or its beginning: about `length` UTF-16 units, and whole words unless one
 * is longer than that. An ellipsis shows where text was left out.
 */
export function snippet(
  text: string,
  words: readonly Word[],
  marks: readonly Mark[],
  length: number,
): Piece[] {
  const { start, end } = windowOn(text, words, marks, length);
  const inside = marks
    .filter((span) => span.start < end && span.end > start)
    .map((span) => ({ start: Math.max(span.start, start) - start, end: Math.min(span.end, end) - start }));
  const pieces = markedText(text.slice(start, end), inside);
  if (start > 0) pieces.unshift({ text: CUT, isHit: false });
  if (end < text.length) pieces.push({ text: CUT, isHit: false });
  return pieces;
}

function windowOn(text: string, words: readonly Word[], marks: readonly Mark[], length: number): Span {
  if (text.length <= length) return { start: 0, end: text.length };
  const best = fullest(marks, length);
  const wanted = Math.max(0, (best?.start ?? 0) - Math.round(length * LEAD_SHARE));
  const start = wanted === 0 ? 0 : (words.find((word) => word.start >= wanted)?.start ?? wanted);
  const limit = start + length;
  if (limit >= text.length) return { start: codePointAt(text, start), end: text.length };
  const lastWord = words.findLast((word) => word.end <= limit && word.end > start);
  return { start: codePointAt(text, start), end: lastWord?.end ?? codePointAt(text, limit) };
}

/**
 * The mark at which the window must start to cover the most distinct clauses. If several starts are equal, the one with
 * more marks wins.
 */
function fullest(marks: readonly Mark[], length: number): Mark | undefined {
  const room = length * (1 - LEAD_SHARE);
  let best = marks[0];
  let [mostClauses, mostMarks] = [0, 0];
  for (const mark of marks) {
    const near = marks.filter(({ start, end }) => start >= mark.start && end <= mark.start + room);
    const clauses = new Set(near.map(({ clause }) => clause)).size;
    if (clauses < mostClauses || (clauses === mostClauses && near.length <= mostMarks)) continue;
    [best, mostClauses, mostMarks] = [mark, clauses, near.length];
  }
  return best;
}

/** `index`, moved back to the beginning of its character. */
function codePointAt(text: string, index: number): number {
  let start = index;
  while (start > 0 && /^(?:\p{M}|[\udc00-\udfff])/u.test(text.slice(start, start + 2))) start -= 1;
  return start;
}
