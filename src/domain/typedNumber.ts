import { plainText } from "./typedText.ts";

/** "1020", "1,020.50": commas group thousands. */
const ENGLISH = /^([1-9]\d{0,2}(?:,\d{3})+|\d{1,9})(?:\.(\d{1,6}))?$/;
/** "9,50", "1.020,50": as in most of Europe. Never without the comma, because "1.020" can be read in two ways. */
const CONTINENTAL = /^([1-9]\d{0,2}(?:\.\d{3})+|\d{1,9}),(\d{1,6})$/;
/** Thousands in one half of the world, three decimals in the other. */
const AMBIGUOUS = /^[1-9]\d{0,2}\.\d{3}$/;

/** A number as people type it. Null if it is none, or could be read in two ways. */
export function typedNumber(typed: string): number | null {
  const plain = plainText(typed);
  if (AMBIGUOUS.test(plain)) return null;
  const [, whole, decimals = ""] = ENGLISH.exec(plain) ?? CONTINENTAL.exec(plain) ?? [];
  return whole === undefined ? null : Number(`${whole.replace(/[.,]/g, "")}.${decimals}`);
}
