/** The width of a text at a font size, in the same unit as the size. */
export type Measure = (text: string, size: number) => number;

export type FittedText = { size: number; lines: string[] };

type Limits = { width: number; height: number; sizes: readonly number[]; maxLines: number };

/**
 * Finds the largest size at which the text fits, first on one line, then on more. Lines break where the script allows
 * (Intl.Segmenter: between words, or between characters in scripts without spaces). Text that is still too long gets as
 * many lines as there is room for: a name is never truncated.
 */
export function fitText(text: string, measure: Measure, limits: Limits): FittedText {
  const { width, height, sizes, maxLines } = limits;
  const setIn = (size: number) => ({ size, lines: breakLines(text, (part) => measure(part, size), width) });
  const hasRoom = ({ size, lines }: FittedText) => size * lines.length <= height;
  for (let count = 1; count <= maxLines; count++) {
    // Another line is better than a very small size.
    const tried = count < maxLines ? sizes.slice(0, Math.ceil(sizes.length / 2)) : sizes;
    const fitted = tried.map(setIn).find((each) => each.lines.length <= count && hasRoom(each));
    if (fitted) return fitted;
  }
  return sizes.map(setIn).find(hasRoom) ?? setIn(sizes.at(-1) ?? 1);
}

function breakLines(text: string, widthOf: (part: string) => number, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const part of parts(text)) {
    if (widthOf((line + part).trimEnd()) <= width) line += part;
    else {
      if (line.trim()) lines.push(line.trim());
      line = "";
      for (const character of part.trimStart() ? characters(part.trimStart()) : []) {
        if (line && widthOf(line + character) > width) {
          lines.push(line);
          line = "";
        }
        line += character;
      }
    }
  }
  return line.trim() ? [...lines, line.trim()] : lines;
}

function parts(text: string): string[] {
  return [...new Intl.Segmenter(undefined, { granularity: "word" }).segment(text)].map(
    (each) => each.segment,
  );
}

/** User-perceived characters: combining marks stay with their letter. */
function characters(text: string): string[] {
  return [...new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(text)].map(
    (each) => each.segment,
  );
}

const RIGHT_TO_LEFT =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}\p{Script=Mandaic}\p{Script=Samaritan}\p{Script=Hanifi_Rohingya}]/u;

/** The direction of the first letter, as with `dir="auto"`. */
export function isRightToLeft(text: string): boolean {
  return RIGHT_TO_LEFT.test(/\p{L}/u.exec(text)?.[0] ?? "");
}
