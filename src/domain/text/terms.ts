/**
 * The slug of a glossary term for URLs and links: lower case, hyphens between words, without text in brackets. "Large
 * language model (LLM)" becomes `large-language-model`.
 */
export function termSlug(term: string): string {
  return slugOf(term.replace(/\([^)]*\)/g, " "));
}

/** Converts a text to plain lower-case words joined by hyphens, for fragments and keys. */
export function slugOf(text: string): string {
  const letters = text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/['’]|\p{M}/gu, "");
  return letters.replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");
}
