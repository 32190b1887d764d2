import { CONTEXT_CHARACTERS, MAX_QUOTE_CHARACTERS, type NoteAnchor } from "./notes.ts";
import { storableText } from "./storableText.ts";

/** Where something stands in a text, in UTF-16 units. */
export type Span = { start: number; end: number };

/** Words as long as this name their place by themselves. */
const TELLING_CHARACTERS = 24;
/** Shorter ones need this much of what stood around them. */
const NEEDED_CONTEXT = 8;

/** The anchor of a part of a text; a long one is cut. */
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
 * Where the anchored words stand now, or null when they do not, or when too little tells which of them are meant.
 * 1. Every place with exactly these words is looked at.
 * 2. The one counts around which most has stayed the same; of equal ones the first.
 * 3. Short words in a place where nothing has stayed the same are taken for other ones.
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
