const sentences = new Intl.Segmenter("en-GB", { granularity: "sentence" });
const words = new Intl.Segmenter("en-GB", { granularity: "word" });
const HAS_LETTER = /\p{L}/u;

/**
 * The Flesch–Kincaid grade of running text: Kincaid, Fishburne, Rogers and Chissom, "Derivation of new readability
 * formulas for Navy enlisted personnel", 1975. The end of a text counts as the end of a sentence. Numbers are not
 * counted as words.
 */
export function readingGrade(texts: readonly string[]): number {
  let sentenceCount = 0;
  let wordCount = 0;
  let syllableCount = 0;
  for (const { segment } of texts.flatMap((text) => [...sentences.segment(text)])) {
    const found = wordsIn(segment);
    if (found.length === 0) continue;
    sentenceCount += 1;
    wordCount += found.length;
    for (const word of found) syllableCount += countSyllables(word);
  }
  if (sentenceCount === 0) return 0;
  return 0.39 * (wordCount / sentenceCount) + 11.8 * (syllableCount / wordCount) - 15.59;
}

/** The words of a text, without numbers. */
function wordsIn(text: string): string[] {
  return [...words.segment(text)]
    .filter(({ isWordLike, segment }) => isWordLike && HAS_LETTER.test(segment))
    .map(({ segment }) => segment);
}

/** Silent e: "made", not "table"; "asked", not "wanted"; "names", "people’s", not "causes"; "safely", "statement". */
const SILENT = [
  /[^aeiouy](?<![^aeiouyl]l)e$/,
  /[^aeiouytd]ed$|[aeiouy]{2}ed$/,
  /[^aeiouysxzcg](?<![^aeiouyl]l)(?<![cs]h)es$/,
  /[^aeiouy](?<!l)e(ly|ments?|ful|less)$/,
];
/** Two vowels spoken separately: "create", "being", "idea", "science", "period", but not "social" or "nation". */
const SPLIT =
  /[aeouy](?=ing$)|creat|iou(?<![tcgx]iou)|ia(?<![tc]ia)|io(?<![tscg]io)|ie(?=n)(?<![tc]ie)|scien|dea$|eo(?<!peo)|ual|uat/g;

/** Counts groups of vowels, adjusted for common silent and split vowels. Exact for most English words. */
export function countSyllables(word: string): number {
  const letters = word
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z]/g, "");
  if (letters.length <= 2) return 1;
  const groups = letters.match(/[aeiouy]+/g)?.length ?? 1;
  const silent = SILENT.filter((pattern) => pattern.test(letters)).length;
  return Math.max(groups - silent + (letters.match(SPLIT)?.length ?? 0), 1);
}
