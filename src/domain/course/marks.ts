/** The marks that a row of a rubric can earn, in display order. */
export const MARKS = [0, 1, 2, 3, 4] as const;
/** The most marks that one row can earn. */
export const MAX_MARK = 4;

export type MarkedRow = { marks: number | null; needed: boolean };
export type Verdict = {
  total: number;
  most: number;
  result: "unfinished" | "pass" | "notYet";
  /** Unmarked rows, as one-based numbers. */
  unmarked: number[];
  /** Rows with a forbidden 0, as one-based numbers. */
  zeros: number[];
  /** Marks missing for a pass. */
  short: number;
};

/** Reads the marks in a workbook field: "0" to "4", or null for anything else. */
export function parseMarks(value: string | undefined): number | null {
  return MARKS.find((each) => String(each) === value) ?? null;
}

/** A pass needs every row marked, a total of `passMarks`, and no 0 in a needed row. */
export function gradeMarks(rows: readonly MarkedRow[], passMarks: number): Verdict {
  const total = rows.reduce((sum, { marks }) => sum + (marks ?? 0), 0);
  const rowsWhere = (is: (row: MarkedRow) => boolean) =>
    rows.flatMap((row, index) => (is(row) ? [index + 1] : []));
  const unmarked = rowsWhere(({ marks }) => marks === null);
  const zeros = rowsWhere(({ marks, needed }) => needed && marks === 0);
  const short = Math.max(passMarks - total, 0);
  const result = unmarked.length > 0 ? "unfinished" : zeros.length > 0 || short > 0 ? "notYet" : "pass";
  return { total, most: rows.length * MAX_MARK, result, unmarked, zeros, short };
}
