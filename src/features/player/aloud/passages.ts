/** What is read out in one go and marked on the page meanwhile; its sentences are spoken one by one. */
export type Passage = { element: Element; sentences: string[] };

const PASSAGES = "p, li, dt, dd, h2, h3, h4, th, td, summary, figcaption, blockquote, legend";
/** Pictures, what only answers to presses, and what is folded away. */
const SILENT = "svg, .island, .sr-only, [aria-hidden='true'], details:not([open]) > :not(summary)";

/** The words of a text in reading order. A list item that holds a list is its own words, then the inner items. */
export function passagesOf(text: Element): Passage[] {
  const found: { element: Element; words: string }[] = [];
  const nodes = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
  while (nodes.nextNode()) {
    const { parentElement: parent, data } = nodes.currentNode as Text; // the walker shows nothing else
    if (!parent || parent.closest(SILENT)) continue;
    const element = parent.closest(PASSAGES) ?? parent;
    const last = found.at(-1);
    if (last?.element === element) last.words += data;
    else if (data.trim()) found.push({ element, words: data });
  }
  return found.map(({ element, words }) => ({ element, sentences: sentencesOf(words) }));
}

/** Long texts make some browsers fall silent after a quarter of a minute, so that they are given sentence by sentence. */
function sentencesOf(words: string): string[] {
  const text = words.replace(/\s+/g, " ").trim();
  if (!("Segmenter" in Intl)) return [text];
  const parts = new Intl.Segmenter("en", { granularity: "sentence" }).segment(text);
  return [...parts].map(({ segment }) => segment.trim());
}
