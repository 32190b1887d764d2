/** A part of the text that is highlighted while its sentences are spoken one by one. */
export type Passage = { element: Element; sentences: string[] };

const PASSAGES = "p, li, dt, dd, h2, h3, h4, th, td, summary, figcaption, blockquote, legend";
/** Parts that are not read aloud: pictures, controls and closed disclosures. */
const SILENT = "svg, .island, .sr-only, [aria-hidden='true'], details:not([open]) > :not(summary)";

/** The text in reading order. A list item with a nested list is read before the nested items. */
export function passagesOf(text: Element): Passage[] {
  const found: { element: Element; words: string }[] = [];
  const nodes = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
  while (nodes.nextNode()) {
    const { parentElement: parent, data } = nodes.currentNode as Text; // The walker visits only text nodes.
    if (!parent || parent.closest(SILENT)) continue;
    const element = parent.closest(PASSAGES) ?? parent;
    const last = found.at(-1);
    if (last?.element === element) last.words += data;
    else if (data.trim()) found.push({ element, words: data });
  }
  return found.map(({ element, words }) => ({ element, sentences: sentencesOf(words) }));
}

/** Some browsers stop speaking after about 15 seconds of one text, so each sentence is spoken separately. */
function sentencesOf(words: string): string[] {
  const text = words.replace(/\s+/g, " ").trim();
  if (!("Segmenter" in Intl)) return [text];
  const parts = new Intl.Segmenter("en", { granularity: "sentence" }).segment(text);
  return [...parts].map(({ segment }) => segment.trim());
}
