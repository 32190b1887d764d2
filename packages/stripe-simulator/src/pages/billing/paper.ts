import { PDFDocument, type PDFFont, type PDFPage, StandardFonts } from "@cantoo/pdf-lib";

/** A4 in points. */
const PAGE = { width: 595, height: 842, margin: 48 };
const SIZE = 9.5;
const LEADING = 14;

/** Latin letters that have no base letter in Unicode, and what stands for them. */
const LOOK_ALIKES: { readonly [letter: string]: string } = {
  Ł: "L",
  ł: "l",
  Đ: "D",
  đ: "d",
  ı: "i",
  Ħ: "H",
  ħ: "h",
};

/** A document of text in two fonts that grows by pages. Coordinates are from the left, and down the page. */
export type Paper = {
  /** `right` aligns the end of the text with `x`. The text wraps within `width`; returns the number of lines. */
  text(
    text: string,
    at: { x?: number; right?: boolean; bold?: boolean; size?: number; width?: number },
  ): number;
  down(lines?: number): void;
  rule(): void;
  save(): Promise<Uint8Array<ArrayBuffer>>;
};

export const LEFT = PAGE.margin;
export const RIGHT = PAGE.width - PAGE.margin;

/**
 * The fonts that every PDF reader has draw the letters of Western Europe only. Any other Latin letter loses its accent, any
 * other character becomes a question mark, and the document then says so.
 */
export async function newPaper(title: string): Promise<Paper> {
  const pdf = await PDFDocument.create();
  pdf.setTitle(title, { showInWindowTitleBar: true });
  pdf.setLanguage("en-GB");
  const plain = await pdf.embedFont(StandardFonts.Helvetica);
  const bold = await pdf.embedFont(StandardFonts.HelveticaBold);
  const drawable = new Set(plain.getCharacterSet());
  let page: PDFPage = pdf.addPage([PAGE.width, PAGE.height]);
  let y = PAGE.margin;
  let isChanged = false;

  function drawn(text: string): string {
    const letters = [...text.normalize("NFC").replace(/\s/g, " ").replaceAll("−", "-")].map((letter) => {
      if (drawable.has(letter.codePointAt(0) ?? 0)) return letter;
      isChanged = true;
      const [base = ""] = letter.normalize("NFD");
      const other = LOOK_ALIKES[letter] ?? base;
      return drawable.has(other.codePointAt(0) ?? 0) ? other : "?";
    });
    return letters.join("");
  }

  const paper: Paper = {
    text(text, { x = LEFT, right = false, bold: isBold = false, size = SIZE, width = RIGHT - x }) {
      const font = isBold ? bold : plain;
      const lines = wrapped(drawn(text), font, size, right ? x - LEFT : width);
      lines.forEach((line, at) => {
        const start = right ? x - font.widthOfTextAtSize(line, size) : x;
        page.drawText(line, { x: start, y: PAGE.height - y - size - at * LEADING, size, font });
      });
      return lines.length;
    },
    down(lines = 1) {
      y += lines * LEADING;
      if (y < PAGE.height - PAGE.margin - 2 * LEADING) return;
      page = pdf.addPage([PAGE.width, PAGE.height]);
      y = PAGE.margin;
    },
    rule() {
      const at = PAGE.height - y - LEADING / 2;
      page.drawLine({ start: { x: LEFT, y: at }, end: { x: RIGHT, y: at }, thickness: 0.5 });
      paper.down();
    },
    async save() {
      if (isChanged) {
        paper.down();
        paper.text(
          "This test document cannot print every script: some letters are without accents, and ? stands for others.",
          {},
        );
      }
      // The library returns bytes in a plain ArrayBuffer, which its types do not express.
      return (await pdf.save()) as Uint8Array<ArrayBuffer>;
    },
  };
  return paper;
}

/** Breaks a text between words, and words that are too long between letters. */
function wrapped(text: string, font: PDFFont, size: number, width: number): string[] {
  const fits = (line: string) => font.widthOfTextAtSize(line, size) <= width;
  const lines = [""];
  for (const word of text.split(" ")) {
    const joined = `${lines.at(-1)} ${word}`.trimStart();
    if (fits(joined)) {
      lines[lines.length - 1] = joined;
      continue;
    }
    if (lines.at(-1) !== "") lines.push("");
    for (const letter of word) {
      if (fits(lines.at(-1) + letter)) lines[lines.length - 1] += letter;
      else lines.push(letter);
    }
  }
  return lines;
}
