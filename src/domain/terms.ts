/**
 * The name of a glossary term in addresses and links: lower case, words joined by hyphens, what stands in brackets
 * left out. "Large language model (LLM)" is `large-language-model`.
 */
export function termSlug(term: string): string {
  return slugOf(term.replace(/\([^)]*\)/g, " "));
}

/** The words of a text in plain letters, joined by hyphens: for anchors and keys. */
export function slugOf(text: string): string {
  const letters = text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/['’]|\p{M}/gu, "");
  return letters.replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");
}
