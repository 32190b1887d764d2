/*
 * These limits keep the longest possible state within 4,000 characters of JSON (map.test.ts), because `clean` removes
 * every character that JSON would escape.
 */
export const MAX_PEOPLE = 14;
export const MAX_TIES = 30;
export const MAX_NAME = 30;
export const MAX_DUTY = 40;
export const MAX_GROUPS = 6;
/** The greatest coordinate: positions are hundredths of the picture. */
export const MAX_POSITION = 99;
/** The coordinates of a person who has not been moved, and has a place in the circle. */
export const UNMOVED = -1;
/** The greatest number of findings that can be predicted. */
export const MAX_GUESS = 12;

export const STATES = ["joined", "strained", "cut off"] as const;
export type TieState = (typeof STATES)[number];

/** Removes what JSON would write as an escape sequence or XML cannot contain, and cuts the text to `most` characters. */
export function clean(text: string, most: number): string {
  return text
    .replaceAll('"', "”")
    .replaceAll("\\", "/")
    .replace(/[\p{Cc}\u2028\u2029\uFFFE\uFFFF]+/gu, " ")
    .trim()
    .slice(0, most)
    .replace(/\p{Cs}/gu, "")
    .trim();
}
