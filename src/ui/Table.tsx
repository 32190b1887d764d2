import type { ReactNode } from "react";
import { cx } from "./cx.ts";

type Props = {
  caption: string;
  captionHidden?: boolean;
  columns: readonly { header: string; numeric?: boolean }[];
  /** One cell per column. The first is the row header. One without content is a dash, and left out on a narrow screen. */
  rows: readonly (readonly ReactNode[])[];
  className?: string;
};

/** Safari drops table semantics when rows are displayed as blocks. Explicit roles restore them. */
const ROLES = {
  table: { role: "table" },
  group: { role: "rowgroup" },
  row: { role: "row" },
  column: { role: "columnheader", scope: "col" },
  rowHeader: { role: "rowheader", scope: "row" },
  cell: { role: "cell" },
} as const;

/** A table of figures. On narrow screens each row becomes a block, so the page never scrolls sideways. */
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
            // biome-ignore lint/suspicious/noArrayIndexKey: rows are replaced as a whole and hold no state
            <tr key={row} {...ROLES.row}>
              {columns.map(({ header, numeric }, column) =>
                column === 0 ? (
                  <th key={header} {...ROLES.rowHeader}>
                    {cells[column]}
                  </th>
                ) : (
                  <td
                    key={header}
                    {...ROLES.cell}
                    data-label={header}
                    translate={numeric ? "no" : undefined}
                    className={cx(numeric && "numeric")}
                  >
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
