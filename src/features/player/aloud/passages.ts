/** A part of the text that is highlighted while its sentences are spoken one by one. */
export type Passage = { element: Element; sentences: Sentence[] };

/** `words` is what is spoken. The positions are the ends of the same words in the document. */
export type Sentence = { words: string; from: Position; to: Position };
type Position = { node: Text; offset: number };

const PASSAGES = "p, li, dt, dd, h2, h3, h4, th, td, summary, figcaption, blockquote, legend, .ask-answer";
/**
 * Parts that are not read aloud: pictures, controls other than questions and their answers, the answer that is printed, and
 * closed disclosures.
 */
const SILENT =
  "svg, .island:not(.island-ask), .ask-check, .ask-key, .sr-only, [aria-hidden='true'], details:not([open]) > :not(summary)";

/** The text in reading order. A list item with a nested list is read before the nested items. */
export function passagesOf(text: Element): Passage[] {
  const found: { element: Element; texts: Text[] }[] = [];
  const nodes = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
  while (nodes.nextNode()) {
    const node = nodes.currentNode as Text; // The walker visits only text nodes.
    const { parentElement: parent, data } = node;
    if (!parent || parent.closest(SILENT)) continue;
    const element = parent.closest(PASSAGES) ?? parent;
    const last = found.at(-1);
    if (last?.element === element) last.texts.push(node);
    else if (data.trim()) found.push({ element, texts: [node] });
  }
  return found.map(({ element, texts }) => ({ element, sentences: sentencesOf(texts) }));
}

/** The words of a sentence in the document. */
export function rangeOf({ from, to }: Sentence): Range {
  const range = document.createRange();
  range.setStart(from.node, from.offset);
  range.setEnd(to.node, to.offset);
  return range;
}

/** Some browsers stop speaking after about 15 seconds of one text, so each sentence is spoken separately. */
function sentencesOf(texts: readonly Text[]): Sentence[] {
  // One character for one, so that positions stay the same. A line break would end a sentence (UAX #29, rule SB4).
  const text = texts.map(({ data }) => data.replace(/\s/g, " ")).join("");
  return segmentsOf(text).flatMap(({ segment, index }) => {
    const words = segment.trim();
    if (!words) return [];
    const start = index + segment.indexOf(words);
    return [
      {
        words: words.replace(/ +/g, " "),
        from: positionIn(texts, start),
        to: positionIn(texts, start + words.length),
      },
    ];
  });
}

function segmentsOf(text: string): { segment: string; index: number }[] {
  if (!("Segmenter" in Intl)) return [{ segment: text, index: 0 }];
  return [...new Intl.Segmenter("en", { granularity: "sentence" }).segment(text)];
}

/** `offset` counts the characters of all texts. */
function positionIn(texts: readonly Text[], offset: number): Position {
  let rest = offset;
  for (const node of texts) {
    if (rest <= node.length) return { node, offset: rest };
    rest -= node.length;
  }
  throw new RangeError(`there is no character ${offset}`);
}
