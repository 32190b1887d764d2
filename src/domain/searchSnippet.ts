import type { Mark } from "./search.ts";
import type { Span, Word } from "./searchWords.ts";

/** A stretch of text to show, marked where it is what was searched for. */
export type Piece = { text: string; isHit: boolean };

const CUT = "…";
/** How much of the window comes before the first mark, so that the mark has something to stand in. */
const LEAD_SHARE = 0.3;

/** The whole text in pieces. `spans` are in order and apart from each other. */
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
 * The part of a text that shows most of `marks`, or its beginning; about `length` UTF-16 units, and whole words
 * unless one is longer than that. Ends that are not the text's own have an ellipsis.
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

/** The mark from which a window shows the most different marks; of two alike, the one with more of them. */
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

/** `index`, or the beginning of the character that it stands in. */
function codePointAt(text: string, index: number): number {
  let start = index;
  while (start > 0 && /^(?:\p{M}|[\udc00-\udfff])/u.test(text.slice(start, start + 2))) start -= 1;
  return start;
}
