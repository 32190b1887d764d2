/** A cell that a spreadsheet reads as text, as an amount in pounds, or as a date and time in UTC. */
export type Cell = string | { pence: number } | { at: string | null };

/**
 * Spreadsheets run a text that begins like this as a formula, also behind spaces or quotation marks, and in the wide forms
 * of East Asian scripts (owasp.org/www-community/attacks/CSV_Injection). A control character at the start counts too:
 * some programs drop it, and then read on.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must be found
const FORMULA = /^[\s"'`\u0000-\u001f\u200b\ufeff]*[=+\-@|%＝＋－＠]|^[\u0000-\u001f]/;
/**
 * Every text is in quotes, but they count only if the spreadsheet separates by commas, as the file does. One that
 * separates by semicolons or tabs, as Excel does in much of Europe, reads the quotes after the first cell as plain
 * characters and splits the text. What it would read as another cell is therefore escaped like a whole one.
 */
const LATER_PART = /([;\t\r\n])([^;\t\r\n]*)/g;
const BYTE_ORDER_MARK = "\ufeff";

/** A file as in RFC 4180. The mark at its start tells Excel that it is UTF-8. */
export function csvOf(header: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const lines = [header, ...rows].map((cells) => cells.map(written).join(","));
  return `${BYTE_ORDER_MARK}${lines.join("\r\n")}\r\n`;
}

function written(cell: Cell): string {
  if (typeof cell === "string") return quoted(escaped(cell));
  if ("pence" in cell) return (cell.pence / 100).toFixed(2);
  // "2026-11-20 09:00:00": the form that Excel, LibreOffice and Google Sheets read as a date in every language.
  return cell.at === null ? "" : new Date(cell.at).toISOString().slice(0, 19).replace("T", " ");
}

function escaped(text: string): string {
  const parts = text.replace(LATER_PART, (all, separator: string, part: string, at: number) =>
    at > 0 && FORMULA.test(part) ? `${separator}'${part}` : all,
  );
  return FORMULA.test(text) ? `'${parts}` : parts;
}

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
