import type { Table, TableCell } from "mdast";
import { plainText } from "../text/plainText.ts";

export type Row = { line: number; cells: TableCell[]; words: string[] };

/** The text of the header cells, and the rows below. Every row has as many cells as the header. */
export function tableRows(table: Table): { head: string[]; rows: Row[] } {
  const [head, ...rows] = table.children;
  return {
    head: head?.children.map((cell) => plainText(cell).trim()) ?? [],
    rows: rows.map((row) => ({
      line: row.position?.start.line ?? 1,
      cells: row.children,
      words: row.children.map((cell) => plainText(cell).trim()),
    })),
  };
}
