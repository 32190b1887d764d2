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
