import {
  beginText,
  endText,
  type PDFContext,
  PDFHexString,
  PDFName,
  type PDFOperator,
  type PDFPageLeaf,
  type PDFRef,
  setFontAndSize,
  setTextMatrix,
  setTextRenderingMode,
  showText,
  TextRenderingMode,
} from "@cantoo/pdf-lib";
import type { DrawnText } from "./drawCertificate.ts";
import { isRightToLeft } from "./fitText.ts";
import { PAGE } from "./paper.ts";

/** Glyph units: thousandths of the font size. */
const UNIT = 1_000;
/** A Type 3 font encodes glyphs in one byte, and the codes 0 and 1 are already used. */
const GLYPHS_PER_FONT = 254;
const FIRST = 2;
/** The text of one glyph is limited to 512 bytes (Adobe Technical Note 5411). */
const LONGEST = 60;
const FONT = "Words";

type Placed = { word: string; x: number; y: number; size: number; width: number };

/**
 * An invisible text layer over the picture, so that its words can be searched, copied and read aloud in any script.
 * Each word is one empty glyph that maps to the whole word: no typeface is needed, and PDF readers have no letters to
 * reorder.
 */
export function textLayer(context: PDFContext, page: PDFPageLeaf, drawn: DrawnText[]): PDFOperator[] {
  const words = drawn.flatMap(wordsOf);
  const operators: PDFOperator[] = [beginText(), setTextRenderingMode(TextRenderingMode.Invisible)];
  for (let from = 0; from < words.length; from += GLYPHS_PER_FONT) {
    const part = words.slice(from, from + GLYPHS_PER_FONT);
    const name = page.newFontDictionary(FONT, font(context, part));
    part.forEach(({ x, y, size, width, word }, index) => {
      const stretch = width / (size * [...word].length);
      operators.push(
        setFontAndSize(name, size),
        setTextMatrix(stretch, 0, 0, 1, x, PAGE.height - y),
        showText(PDFHexString.of(hex(index + FIRST, 2))),
      );
    });
  }
  return [...operators, endText()];
}

/** The parts of a line from left to right as drawn. Each part's width is its share of the letters. */
function wordsOf({ text, x, y, size, width, isRtl }: DrawnText): Placed[] {
  const step = width / [...text].length;
  const runs: { isRtl: boolean; words: string[] }[] = [];
  for (const word of text.split(" ")) {
    const run = { isRtl: isRightToLeft(word), words: [word] };
    const last = runs.at(-1);
    if (last?.isRtl === run.isRtl) last.words.push(word);
    else runs.push(run);
  }
  const parts = (isRtl ? runs.reverse() : runs).flatMap((run, index) =>
    index === 0 ? partsOf(run) : [" ", ...partsOf(run)],
  );
  let at = x;
  // The final space separates this line from the next for PDF readers that use only the order of the text.
  return [...parts, " "].map((word) => {
    const wide = [...word].length * step;
    at += wide;
    return { word, x: at - wide, y, size, width: wide };
  });
}

/** PDF readers reverse right-to-left text letter by letter, so each letter needs its own glyph. */
function partsOf({ isRtl, words }: { isRtl: boolean; words: string[] }): string[] {
  if (isRtl) return [...words.join(" ")].reverse();
  return words.flatMap((word, index) => (index === 0 ? piecesOf(word) : [" ", ...piecesOf(word)]));
}

function piecesOf(word: string): string[] {
  const letters = [...word];
  return Array.from({ length: Math.ceil(letters.length / LONGEST) }, (_, index) =>
    letters.slice(index * LONGEST, (index + 1) * LONGEST).join(""),
  );
}

/** A font of empty glyphs, each as wide as its word's letters (ISO 32000-1, 9.6.5 and 9.10.3). */
function font(context: PDFContext, words: Placed[]): PDFRef {
  // PDF readers derive this font's size from the width of "m", and use that size to decide which gaps are spaces.
  const widths = [0.6 * UNIT, ...words.map(({ word }) => [...word].length * UNIT)];
  const names = ["m", ...words.map((_, index) => `word${index}`)];
  const glyphs = widths.map((width) => context.register(context.stream(`${width} 0 d0`)));
  return context.register(
    context.obj({
      Type: "Font",
      Subtype: "Type3",
      FontBBox: [0, -0.2 * UNIT, UNIT, 0.8 * UNIT],
      FontMatrix: [1 / UNIT, 0, 0, 1 / UNIT, 0, 0],
      FirstChar: 1,
      LastChar: widths.length,
      Widths: widths,
      CharProcs: Object.fromEntries(names.map((name, index) => [name, glyphs[index] as PDFRef])),
      Encoding: { Type: "Encoding", Differences: [1, ...names.map((name) => PDFName.of(name))] },
      Resources: {},
      ToUnicode: context.register(context.flateStream(toUnicode(words))),
    }),
  );
}

function toUnicode(words: Placed[]): string {
  const rows = words.map(({ word }, index) => `<${hex(index + FIRST, 2)}> <${utf16(word)}>`);
  // A section has at most 100 rows.
  const sections = Array.from({ length: Math.ceil(rows.length / 100) }, (_, index) => {
    const section = rows.slice(index * 100, (index + 1) * 100);
    return `${section.length} beginbfchar\n${section.join("\n")}\nendbfchar\n`;
  });
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<00> <FF>
endcodespacerange
${sections.join("")}endcmap
CMapName currentdict /CMap defineresource pop
end
end`;
}

function utf16(text: string): string {
  return Array.from({ length: text.length }, (_, index) => hex(text.charCodeAt(index), 4)).join("");
}

function hex(value: number, digits: number): string {
  return value.toString(16).toUpperCase().padStart(digits, "0");
}
