import { type Clause, parseQuery, type Span, type Word, wordsOf } from "./searchQuery.ts";

/** A searchable text with one link target. */
export type Passage = {
  /** A lesson's heading is its title, and a term's heading is the term itself. */
  kind: "lesson" | "section" | "term";
  heading: string;
  text: string;
};

export type Entry<P extends Passage> = { passage: P; heading: Word[]; text: Word[] };

/** A range to mark. `clause` is the index of the clause that it matches. */
export type Mark = Span & { clause: number };

export type Hit<P extends Passage> = Entry<P> & {
  /**
   * Higher is better: title, then heading, term and text. Among equals, a passage with the words exactly as typed ranks
   * higher.
   */
  score: number;
  /** The matches, in order and without overlaps. */
  inHeading: Mark[];
  inText: Mark[];
};

const HEADING_SCORE = { lesson: 8, section: 6, term: 4 };
const TEXT_SCORE = 2;
const WHOLE_WORDS_SCORE = 1;

/** Indexes a passage. This is the expensive part, done once per passage. */
export function entryOf<P extends Passage>(passage: P): Entry<P> {
  return { passage, heading: wordsOf(passage.heading), text: wordsOf(passage.text) };
}

/**
 * The passages that match every clause of the query: the best first, and equally good ones in their original order. The
 * last word may be incomplete: "mod" finds "model".
 */
export function search<P extends Passage>(entries: readonly Entry<P>[], typed: string): Hit<P>[] {
  const clauses = parseQuery(typed);
  if (clauses.length === 0) return [];
  return entries.flatMap((entry) => hitIn(entry, clauses) ?? []).sort((a, b) => b.score - a.score);
}

function hitIn<P extends Passage>(entry: Entry<P>, clauses: Clause[]): Hit<P> | null {
  const { passage, heading, text } = entry;
  const inHeading = clauses.map((clause) => spansOf(clause, heading));
  const inText = clauses.map((clause) => spansOf(clause, text));
  if (clauses.some((_, clause) => !inHeading[clause]?.length && !inText[clause]?.length)) return null;
  const isHeading = inHeading.every((spans) => spans.length > 0);
  const areWhole = clauses.every((clause) => {
    const whole = { ...clause, isOpen: false };
    return spansOf(whole, heading).length > 0 || (!isHeading && spansOf(whole, text).length > 0);
  });
  return {
    ...entry,
    score: (isHeading ? HEADING_SCORE[passage.kind] : TEXT_SCORE) + (areWhole ? WHOLE_WORDS_SCORE : 0),
    inHeading: marksOf(inHeading),
    inText: marksOf(inText),
  };
}

/** The matches of a clause in these words. */
function spansOf({ readings, isOpen }: Clause, words: readonly Word[]): Span[] {
  const spans: Span[] = [];
  for (const reading of readings)
    words.forEach((word, index) => {
      const end = endOf(words, index, reading, isOpen);
      if (end !== null) spans.push({ start: word.start, end });
    });
  return spans;
}

/** The end of a match that begins at word `index`, or null if the reading does not match there. */
function endOf(
  words: readonly Word[],
  index: number,
  reading: readonly string[],
  isOpen: boolean,
): number | null {
  const [wanted = "", ...rest] = reading;
  const word = words[index];
  const isLast = rest.length === 0;
  if (!word || !(isLast && isOpen ? word.folded.startsWith(wanted) : word.folded === wanted)) return null;
  if (isLast) return word.end;
  // Alternative readings of a word are adjacent, so the readings of the next word are not far away.
  for (let next = index + 1; (words[next]?.from ?? Number.POSITIVE_INFINITY) <= word.to; next += 1) {
    const end = words[next]?.from === word.to ? endOf(words, next, rest, isOpen) : null;
    if (end !== null) return end;
  }
  return null;
}

/** Merges the spans of all clauses. Overlapping marks become one, attributed to the first. */
function marksOf(spansByClause: readonly Span[][]): Mark[] {
  const apart: Mark[] = [];
  const all = spansByClause.flatMap((spans, clause) => spans.map((span) => ({ ...span, clause })));
  for (const mark of all.sort((a, b) => a.start - b.start || b.end - a.end)) {
    const before = apart.at(-1);
    if (before && mark.start < before.end) before.end = Math.max(before.end, mark.end);
    else apart.push(mark);
  }
  return apart;
}
