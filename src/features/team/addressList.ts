import { emailAddress } from "../../domain/email.ts";
import { cleanLine } from "../../domain/text/typedText.ts";

/** What a pasted text or a file says about whom to invite. */
export type AddressList = {
  /** Each once, as they are sent. */
  addresses: string[];
  repeated: string[];
  /** What is not an address, as it was typed. */
  invalid: string[];
  /** The header of a column that has addresses too and was left out. */
  leftOut: string | null;
};

/**
 * Finds the addresses in a list (on lines, or separated by commas, semicolons, tabs or spaces, with or without names) or in a
 * table copied or saved from a spreadsheet, of which it reads one column.
 */
export function readAddressList(text: string): AddressList {
  const rows = readRows(text.replace(/^\ufeff/, ""));
  const column = addressColumn(rows);
  const candidates = column
    ? column.cells.flatMap((cell) => candidatesIn(cell))
    : rows.flatMap((row) => candidatesInLine(row));
  const list: AddressList = { addresses: [], repeated: [], invalid: [], leftOut: column?.leftOut ?? null };
  const known = new Set<string>();
  for (const candidate of candidates) {
    const address = emailAddress(candidate);
    // Two spellings of an address reach the same mailbox. The server compares by the same rule.
    const key = address?.toLowerCase();
    if (!address || !key) list.invalid.push(cleanLine(candidate).slice(0, 100));
    else if (known.has(key)) list.repeated.push(address);
    else list.addresses.push(address);
    if (key) known.add(key);
  }
  return list;
}

/** The rows of a text, each in cells. The delimiter of a line is a tab, else a semicolon, else a comma. */
function readRows(text: string): string[][] {
  return splitOutsideQuotes(text, /[\r\n]/)
    .map((line) => {
      const outside = line.replace(/"[^"]*"/g, "");
      const delimiter = outside.includes("\t") ? /\t/ : outside.includes(";") ? /;/ : /,/;
      return splitOutsideQuotes(line, delimiter).map((cell) =>
        cleanLine(
          /^\s*"/.test(cell) && /"\s*$/.test(cell) ? cell.trim().slice(1, -1).replaceAll('""', '"') : cell,
        ),
      );
    })
    .filter((row) => row.some((cell) => cell !== ""));
}

/** A separator within a quoted cell belongs to the cell. A quotation mark that is never closed is a plain character. */
function splitOutsideQuotes(text: string, separator: RegExp): string[] {
  const parts: string[] = [];
  const last = text.lastIndexOf('"');
  let start = 0;
  let isBlank = true;
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at);
    // Two marks in a quoted cell are one: the first ends the quotation, and the second begins it again.
    if (sign === '"') isQuoted = !isQuoted && (isBlank || text.charAt(at - 1) === '"') && at < last;
    isBlank = !isQuoted && (/[\t;,\r\n]/.test(sign) || (isBlank && sign === " "));
    if (isQuoted || !separator.test(sign)) continue;
    parts.push(text.slice(start, at));
    start = at + 1;
  }
  return [...parts, text.slice(start)];
}

const isLike = (cell: string | undefined) => cell?.includes("@") ?? false;

/**
 * The column of addresses, if the text is a table: another column then has something else in most rows. The first row is
 * left out if it is a header.
 */
function addressColumn(rows: readonly string[][]): { cells: string[]; leftOut: string | null } | null {
  const hasHeader = !rows[0]?.some(isLike);
  const body = rows.slice(hasHeader ? 1 : 0);
  const width = Math.max(0, ...rows.map((row) => row.length));
  if (rows.length < 2 || width < 2) return null;
  const columns = Array.from({ length: width }, (_, index) => {
    const cells = body.map((row) => row[index] ?? "").filter((cell) => cell !== "");
    const likes = cells.filter(isLike).length;
    const name = (hasHeader && rows[0]?.[index]) || `Column ${index + 1}`;
    return { cells, name, likes, others: cells.length - likes };
  });
  const isTable = columns.some(({ likes, others }) => others > body.length / 2 && likes <= others / 2);
  const found = columns.filter(({ likes, others }) => likes > others).sort((a, b) => b.likes - a.likes);
  const chosen = found.find(({ name }) => /mail/i.test(name)) ?? found[0];
  if (!isTable || !chosen) return null;
  return { cells: chosen.cells, leftOut: found.find((each) => each !== chosen)?.name ?? null };
}

/** In a line with addresses in angle brackets, what is outside of them are names. */
function candidatesInLine(row: readonly string[]): string[] {
  const cells = row.filter((cell) => cell !== "");
  const named = cells.filter((cell) => BRACKETED.test(cell));
  if (named.length > 0) return cells.filter(isLike).flatMap(candidatesIn);
  return cells.flatMap(candidatesIn);
}

const BRACKETED = /<[^<>]*@[^<>]*>/;

function candidatesIn(cell: string): string[] {
  if (BRACKETED.test(cell)) return [...cell.matchAll(/<([^<>]*@[^<>]*)>/g)].map(([, inner = ""]) => inner);
  const several = (cell.match(/@/g) ?? []).length > 1;
  const parts = several ? cell.split(/[\s,;]+/) : [cell];
  return parts.filter((part) => part !== "").map(withoutTrimmings);
}

/** Without the marks of a list or a quotation, and without a name, which begins with a capital letter. */
function withoutTrimmings(entry: string): string {
  return entry
    .replace(/^(\d+[.)]|[-–•*·])\s+/u, "")
    .replace(/^\p{Lu}[^@]*\s(?=\S+@\S+$)/u, "")
    .replace(/^['‘(]+|['’).]+$/gu, "")
    .replace(/^mailto:/i, "");
}

/** The text of a file. Null if it is not text, such as a workbook of a spreadsheet program. */
export function decodeFile(bytes: Uint8Array): string | null {
  const starts = (...mark: number[]) => mark.every((byte, index) => bytes[index] === byte);
  if (starts(0xff, 0xfe)) return new TextDecoder("utf-16le").decode(bytes);
  if (starts(0xfe, 0xff)) return new TextDecoder("utf-16be").decode(bytes);
  // A workbook is a ZIP archive, or in an old format a compound file. Text has no NUL.
  if (bytes.includes(0)) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    // What Excel saves as CSV in Western Europe.
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
