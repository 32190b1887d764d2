import { DISPLAY_FACE } from "./paper.ts";

const SIZE_PX = 24;
/** A Unicode noncharacter, never assigned to a letter: drawing it shows the device's missing-glyph box. */
const NO_LETTER = "\u{1ffff}";
/** Matches text that the bundled typefaces can draw. */
const LATIN = /^[\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]+$/u;

export const MISSING_LETTERS_TITLE = "This device cannot show every letter of your name";

/**
 * The letters of a name that no typeface on this device has, so that they would appear as boxes on the certificate. In
 * browsers that draw a different box for each letter, the result is empty.
 */
export function missingLetters(name: string): string[] {
  const letters = [...new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(name)]
    .map(({ segment }) => segment)
    .filter((letter) => !LATIN.test(letter));
  if (letters.length === 0) return [];
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = SIZE_PX * 2;
  const ctx = canvas.getContext("2d", { willReadFrequently: true });
  if (!ctx) return [];
  const picture = (text: string) => {
    ctx.clearRect(0, 0, canvas.width, canvas.height);
    ctx.font = `560 ${SIZE_PX}px ${DISPLAY_FACE}`;
    ctx.fillText(text, SIZE_PX / 2, SIZE_PX * 1.5);
    return ctx.getImageData(0, 0, canvas.width, canvas.height).data.join();
  };
  const box = picture(NO_LETTER);
  // A letter of several code points would be a row of boxes, so each code point is compared.
  return letters.filter((letter) =>
    [...letter].some((point) => !LATIN.test(point) && picture(point) === box),
  );
}
