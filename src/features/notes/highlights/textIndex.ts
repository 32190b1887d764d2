import type { Span } from "../../../entities/note/anchor.ts";

/** The words of a page as one text, with mappings between that text and the page. */
export type TextIndex = {
  text: string;
  /** The page range of a span of the text. */
  rangeOf: (span: Span) => Range;
  /** The span of the text within a range, without surrounding whitespace. Null if there is none. */
  spanOf: (range: Range) => Span | null;
  /** The text position where a range begins. Null outside the text. */
  caretOf: (range: Range) => number | null;
};

type Point = { node: Text; offset: number };

/** Interactive and invisible parts, and what only a view of single steps has, are not part of the text. */
const LEFT_OUT = ".island, .step-title, svg, .sr-only, [aria-hidden='true']";
const BLOCKS = "p, li, dt, dd, h2, h3, h4, th, td, summary, figcaption, blockquote, div, section";

/** Collapses whitespace to one space and separates blocks with one. Reads `page` only once. */
export function indexText(page: Element): TextIndex {
  const { text, points } = readText(page);

  function rangeOf({ start, end }: Span): Range {
    const [first, last] = [points[start], points[end - 1]];
    if (!first || !last) throw new RangeError("the span is not part of the text");
    const range = page.ownerDocument.createRange();
    range.setStart(first.node, first.offset);
    range.setEnd(last.node, last.offset + 1);
    return range;
  }

  function spanOf(range: Range): Span | null {
    let start = firstWhere(points, ({ node, offset }) => range.comparePoint(node, offset) >= 0);
    let end = firstWhere(points, ({ node, offset }) => range.comparePoint(node, offset + 1) > 0);
    while (start < end && text[start] === " ") start += 1;
    while (start < end && text[end - 1] === " ") end -= 1;
    return start < end ? { start, end } : null;
  }

  function caretOf({ startContainer: node, startOffset }: Range): number | null {
    const element = node instanceof Element ? node : node.parentElement;
    if (!element || !page.contains(element) || element.closest(LEFT_OUT)) return null;
    const caret = page.ownerDocument.createRange();
    caret.setStart(node, startOffset);
    return firstWhere(points, (point) => caret.comparePoint(point.node, point.offset) >= 0);
  }

  return { text, rangeOf, spanOf, caretOf };
}

function readText(page: Element): { text: string; points: Point[] } {
  const characters: string[] = [];
  const points: Point[] = [];
  const add = (character: string, point: Point) => {
    if (character === " " && (characters.length === 0 || characters.at(-1) === " ")) return;
    characters.push(character);
    points.push(point);
  };
  let block: Element | null = null;
  const nodes = page.ownerDocument.createTreeWalker(page, NodeFilter.SHOW_TEXT);
  while (nodes.nextNode()) {
    const node = nodes.currentNode as Text; // The walker visits only text nodes.
    const parent = node.parentElement;
    if (!parent || node.data === "" || parent.closest(LEFT_OUT)) continue;
    const around = parent.closest(BLOCKS);
    if (around !== block) add(" ", { node, offset: 0 });
    block = around;
    for (let offset = 0; offset < node.data.length; offset += 1) {
      const character = node.data.charAt(offset);
      add(/\s/.test(character) ? " " : character, { node, offset });
    }
  }
  return { text: characters.join(""), points };
}

/**
 * The first index for which `is` returns true, or the number of points. A binary search: `is` must be true from that
 * index on.
 */
function firstWhere(points: readonly Point[], is: (point: Point) => boolean): number {
  let [low, high] = [0, points.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const point = points[middle];
    if (point && is(point)) high = middle;
    else low = middle + 1;
  }
  return low;
}
