import { storableText } from "../../domain/text/typedText.ts";
import { CONTEXT_CHARACTERS, MAX_QUOTE_CHARACTERS, type NoteAnchor } from "./note.ts";

/** A range of a text in UTF-16 units. */
export type Span = { start: number; end: number };

/** A quote of this length is unambiguous without context. */
const TELLING_CHARACTERS = 24;
/** A shorter quote needs at least this much matching context, in UTF-16 units. */
const NEEDED_CONTEXT = 8;

/** The anchor of a range of a text. A long quote is truncated. */
export function anchorOf(text: string, { start, end }: Span): NoteAnchor {
  const quote = storableText(text.slice(start, end), MAX_QUOTE_CHARACTERS);
  const after = start + quote.length;
  return {
    quote,
    prefix: storableText(text.slice(Math.max(0, start - CONTEXT_CHARACTERS), start), CONTEXT_CHARACTERS),
    suffix: storableText(text.slice(after, after + CONTEXT_CHARACTERS), CONTEXT_CHARACTERS),
  };
}

/**
 * Finds the current range of the anchored words. Null if they are gone or too ambiguous.
 * 1. Consider every exact occurrence of the quote.
 * 2. Choose the one with the most matching context, or the first of several that are equal.
 * 3. Reject a short quote with too little matching context.
 */
export function findAnchor(text: string, { quote, prefix, suffix }: NoteAnchor): Span | null {
  let best: Span | null = null;
  let most = -1;
  for (let start = text.indexOf(quote); start >= 0; start = text.indexOf(quote, start + 1)) {
    const end = start + quote.length;
    const kept = sameAtEnd(text.slice(0, start), prefix) + sameAtStart(text.slice(end), suffix);
    if (kept > most) {
      best = { start, end };
      most = kept;
    }
  }
  const needed = Math.min(NEEDED_CONTEXT, prefix.length + suffix.length);
  return quote.length >= TELLING_CHARACTERS || most >= needed ? best : null;
}

function sameAtStart(text: string, expected: string): number {
  let count = 0;
  while (count < expected.length && text[count] === expected[count]) count += 1;
  return count;
}

function sameAtEnd(text: string, expected: string): number {
  let count = 0;
  while (count < expected.length && text.at(-1 - count) === expected.at(-1 - count)) count += 1;
  return count;
}
