import { type Entry, type Passage, search } from "./search.ts";
import { parseQuery } from "./searchQuery.ts";

const SUGGESTIONS = 4;

/**
 * Suggests queries when nothing was found: the words with corrected spelling, then each word alone. Every suggestion
 * has results.
 */
export function nearQueries<P extends Passage>(entries: readonly Entry<P>[], typed: string): string[] {
  const known = spellings(entries);
  const wanted = [...new Set(parseQuery(typed).flatMap(({ readings: [words = []] }) => words))];
  const found = wanted.flatMap((word) => (known.has(word) ? word : (nearest(word, known) ?? [])));
  const spelled = found.map((word) => known.get(word) ?? word);
  const queries = [...new Set([spelled.join(" "), ...spelled])];
  return queries
    .filter((query) => query !== typed && search(entries, query).length > 0)
    .slice(0, SUGGESTIONS);
}

/** The spelling of each folded word at its first occurrence. */
function spellings<P extends Passage>(entries: readonly Entry<P>[]): Map<string, string> {
  const known = new Map<string, string>();
  for (const { passage, heading, text } of entries)
    for (const [words, source] of [
      [heading, passage.heading],
      [text, passage.text],
    ] as const)
      for (const { folded, start, end } of words)
        if (!known.has(folded)) known.set(folded, source.slice(start, end).toLowerCase());
  return known;
}

/** The known word with the smallest edit distance: at most one change in a short word, two in a longer one. */
function nearest(word: string, known: ReadonlyMap<string, string>): string | null {
  let best: string | null = null;
  let allowed = word.length < 4 ? 0 : word.length < 7 ? 1 : 2;
  for (const other of known.keys()) {
    if (Math.abs(other.length - word.length) > allowed) continue;
    const changes = changesBetween(word, other);
    if (changes > allowed || changes === 0) continue;
    best = other;
    allowed = changes - 1;
  }
  return best;
}

/** Levenshtein distance: insertions, deletions and replacements. */
function changesBetween(a: string, b: string): number {
  let above = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row += 1) {
    const line = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const replaced = (above[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1);
      line.push(Math.min(replaced, (above[column] ?? 0) + 1, (line[column - 1] ?? 0) + 1));
    }
    above = line;
  }
  return above[b.length] ?? 0;
}
