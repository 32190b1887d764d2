import type { ReactNode } from "react";
import { cx } from "./cx.ts";

type Props = {
  caption: string;
  captionHidden?: boolean;
  columns: readonly { header: string; numeric?: boolean }[];
  /** As many cells as columns; the first names its row. */
  rows: readonly (readonly ReactNode[])[];
  className?: string;
};

/** Safari takes a table's meaning away when its rows are laid out as blocks. Said once more, it stays. */
const ROLES = {
  table: { role: "table" },
  group: { role: "rowgroup" },
  row: { role: "row" },
  column: { role: "columnheader", scope: "col" },
  rowHeader: { role: "rowheader", scope: "row" },
  cell: { role: "cell" },
} as const;

/** Figures side by side. Where there is no room each row becomes a block of its own, and the page never scrolls. */
export function Table({ caption, captionHidden, columns, rows, className }: Props) {
  return (
    <div className={cx("table-room", className)}>
      <table {...ROLES.table} className="table">
        <caption className={captionHidden ? "sr-only" : "table-caption"}>{caption}</caption>
        <thead {...ROLES.group}>
          <tr {...ROLES.row}>
            {columns.map(({ header, numeric }) => (
              <th key={header} {...ROLES.column} className={cx(numeric && "numeric")}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...ROLES.group}>
          {rows.map((cells, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows are given as a whole and hold no state
            <tr key={row} {...ROLES.row}>
              {columns.map(({ header, numeric }, column) =>
                column === 0 ? (
                  <th key={header} {...ROLES.rowHeader}>
                    {cells[column]}
                  </th>
                ) : (
                  <td key={header} {...ROLES.cell} data-label={header} className={cx(numeric && "numeric")}>
                    {cells[column]}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
