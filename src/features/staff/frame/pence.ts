import { formatPence } from "../../../domain/sales/pricing.ts";
import { plainText, typedNumber } from "../../../domain/text/typedText.ts";

const MOST_PENCE = 99_999_999;

/**
 * The pence of an amount as people type it: "50", "£49.90", "49,90". Null if it is not an amount of whole pence above
 * zero, or could be read in two ways.
 */
export function penceOf(typed: string): number | null {
  const figures = plainText(typed).replace(/^£?\s*/, "");
  if (/[.,]\d{4,}$/.test(figures)) return null;
  const pounds = typedNumber(figures);
  const total = Math.round((pounds ?? 0) * 100);
  const isExact = Number((total / 100).toFixed(2)) === pounds;
  return isExact && total > 0 && total <= MOST_PENCE ? total : null;
}

/** "£9.50 of £1,020.00: nine pounds and fifty pence" */
export function amountWords(pence: number, totalPence: number): string {
  const pounds = Math.floor(pence / 100);
  const rest = pence % 100;
  const parts = [
    pounds > 0 && `${numberWords(pounds)} ${pounds === 1 ? "pound" : "pounds"}`,
    rest > 0 && `${numberWords(rest)} ${rest === 1 ? "penny" : "pence"}`,
  ];
  return `${formatPence(pence)} of ${formatPence(totalPence)}: ${parts.filter(Boolean).join(" and ")}`;
}

const ONES =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const TENS = "- - twenty thirty forty fifty sixty seventy eighty ninety".split(" ");

/** In British English, for a whole number below a million. */
function numberWords(number: number): string {
  if (number < 20) return ONES[number] ?? "";
  if (number < 100) return `${TENS[Math.floor(number / 10)]}${number % 10 ? `-${ONES[number % 10]}` : ""}`;
  const unit = number < 1000 ? 100 : 1000;
  const rest = number % unit;
  const head = `${numberWords(Math.floor(number / unit))} ${unit === 100 ? "hundred" : "thousand"}`;
  if (rest === 0) return head;
  return `${head} ${rest < 100 ? "and " : ""}${numberWords(rest)}`;
}
