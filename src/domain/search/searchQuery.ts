/** A range of a text. `end` is exclusive, in UTF-16 units. */
export type Span = { start: number; end: number };

/**
 * One reading of a word in a text. "next-token" has three: "next", "token" and "nexttoken". `from` and `to` are word
 * positions, so that consecutive words can be recognised: `to` of one is `from` of the next.
 */
export type Word = Span & { folded: string; from: number; to: number };

const LETTERS = "[\\p{L}\\p{N}][\\p{L}\\p{N}\\p{M}\\u00ad]*";
/** Straight and curly apostrophes, the modifier letter, the ʻokina, and the accents used in their place. */
const APOSTROPHES = "'’‘ʼʻ`´";
const HYPHENS = "\\-\\u2010\\u2011";
const WORD = new RegExp(`${LETTERS}(?:[${APOSTROPHES}${HYPHENS}]${LETTERS})*`, "gu");
const HYPHEN = new RegExp(`[${HYPHENS}]`, "u");
const IGNORED = new RegExp(`[${APOSTROPHES}${HYPHENS}\\u00ad\\p{M}]`, "gu");
const POSSESSIVE = new RegExp(`[${APOSTROPHES}]s$`, "iu");
const PLAIN = /^[a-z0-9]+$/i;

/** The words of a text in order. `folded` ignores case, diacritics, apostrophes and hyphens. */
export function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  let position = 0;
  for (const { 0: whole, index } of text.matchAll(WORD)) {
    const from = position;
    let start = index;
    const parts = whole.split(HYPHEN);
    for (const part of parts) {
      addReadings(words, part, { start, end: start + part.length, from: position, to: position + 1 });
      start += part.length + 1;
      position += 1;
    }
    if (parts.length > 1)
      addReadings(words, whole, { start: index, end: index + whole.length, from, to: position });
  }
  return words;
}

/** "Africa's" is read as "africas" and as "africa". */
function addReadings(words: Word[], word: string, place: Omit<Word, "folded">): void {
  words.push({ ...place, folded: fold(word) });
  if (POSSESSIVE.test(word)) words.push({ ...place, folded: fold(word.replace(POSSESSIVE, "")) });
}

function fold(word: string): string {
  if (PLAIN.test(word)) return word.toLowerCase();
  return word.normalize("NFKD").toLowerCase().replace(IGNORED, "");
}

/**
 * A required part of the query: a word or consecutive words. Any of `readings` matches. With `isOpen`, the last word of
 * a reading is still being typed and also matches as a prefix.
 */
export type Clause = { readings: string[][]; isOpen: boolean };

/** A single letter would match too many words as a prefix. */
const OPEN_MIN_LENGTH = 2;
const LETTER = /^\p{L}$/u;
const QUOTED = /["“”„]([^"“”„]*)(["“”„]?)|[^"“”„]+/gu;

/** Parses a query into words and "phrases" in double quotes of any kind. Empty for a text without letters. */
export function parseQuery(typed: string): Clause[] {
  const clauses: Clause[] = [];
  let endsInQuote = false;
  for (const [all, quoted, closing] of typed.matchAll(QUOTED)) {
    const words = wordsOf(quoted ?? all);
    if (words.length === 0) continue;
    endsInQuote = Boolean(closing);
    if (quoted === undefined) clauses.push(...wordClauses(words));
    else clauses.push({ readings: [simpleWords(words)], isOpen: false });
  }
  const last = clauses.at(-1);
  const lastWord = last?.readings[0]?.at(-1) ?? "";
  if (!last || endsInQuote) return clauses;
  // While only the first letter of another word is typed, keep the results of the words before it.
  if (clauses.length > 1 && LETTER.test(lastWord)) return clauses.slice(0, -1);
  last.isOpen = lastWord.length >= OPEN_MIN_LENGTH;
  return clauses;
}

/** "next-token" matches "nexttoken", or "next" followed by "token". */
function wordClauses(words: readonly Word[]): Clause[] {
  const compounds = words.filter(({ from, to }) => to - from > 1);
  const inside = (word: Word) => compounds.some(({ from, to }) => word.from >= from && word.to <= to);
  return words
    .filter((word) => compounds.includes(word) || !inside(word))
    .filter(isFirstReading)
    .map(({ folded, from, to }) => {
      const parts = words.filter((word) => word.to - word.from === 1 && word.from >= from && word.to <= to);
      return { readings: [simpleWords(parts), ...(to - from > 1 ? [[folded]] : [])], isOpen: false };
    });
}

function simpleWords(words: readonly Word[]): string[] {
  return words
    .filter(({ from, to }) => to - from === 1)
    .filter(isFirstReading)
    .map(({ folded }) => folded);
}

/** Uses only the first reading of a typed word. Possessives have alternative readings only in texts. */
function isFirstReading(word: Word, index: number, words: readonly Word[]): boolean {
  const before = words[index - 1];
  return before?.from !== word.from || before.to !== word.to;
}
