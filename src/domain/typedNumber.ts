import { plainText } from "./typedText.ts";

/** "1020", "1,020.50": commas group thousands. */
const ENGLISH = /^(\d{1,3}(?:,\d{3})+|\d{1,6})(?:\.(\d{1,2}))?$/;
/** "9,50", "1.020,50": as in most of Europe. Never without the comma, because "1.020" can be read in two ways. */
const CONTINENTAL = /^(\d{1,3}(?:\.\d{3})+|\d{1,6}),(\d{1,2})$/;

/** A number of at most two decimals as people type it. Null if it is none, or could be read in two ways. */
export function typedNumber(typed: string): number | null {
  const [, whole, decimals = ""] = ENGLISH.exec(plainText(typed)) ?? CONTINENTAL.exec(plainText(typed)) ?? [];
  return whole === undefined ? null : Number(`${whole.replace(/[.,]/g, "")}.${decimals}`);
}
