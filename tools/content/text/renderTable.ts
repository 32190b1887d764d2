import type { Element } from "hast";
import type { Table } from "mdast";
import { defaultHandlers, type Options } from "remark-rehype";
import { tableRows } from "../islands/tableRows.ts";
import { element } from "./element.ts";

type State = Parameters<NonNullable<NonNullable<Options["handlers"]>["table"]>>[0];

/**
 * The limit for rows of three or more cells. On a phone, a row with more characters is easier to read with its cells
 * stacked.
 */
const MOST_ACROSS = 48;
const ROLES: Record<string, string> = {
  table: "table",
  thead: "rowgroup",
  tbody: "rowgroup",
  tr: "row",
  th: "columnheader",
  td: "cell",
};

/**
 * A wide table scrolls inside its own frame, which the keyboard can reach (WCAG 2.2, 2.1.1). On narrow screens, a table
 * with long texts becomes a list of its rows: each cell has the name of its column, and every element has an explicit
 * role, because Safari drops the roles of a table that is laid out as blocks.
 */
export function renderTable(state: State, node: Table): Element {
  const { head, rows } = tableRows(node);
  const names = head.filter((name) => name !== "").join(", ");
  const stacks = head.length > 2 && rows.some(({ words }) => words.join("").length > MOST_ACROSS);
  const frame = {
    className: ["table-scroll", ...(stacks ? ["table-stacks"] : [])],
    role: "region",
    ariaLabel: `Table: ${names}`,
    tabIndex: 0,
  };
  const table = defaultHandlers.table(state, node);
  nameParts(table, head);
  return element("div", frame, [table]);
}

function nameParts(part: Element, head: readonly string[], column = 0): void {
  const { tagName, properties, children } = part;
  properties.role = ROLES[tagName];
  if (tagName === "td" && head[column]) properties.dataColumn = head[column];
  const parts = children.filter((child) => child.type === "element");
  if (tagName !== "td" && tagName !== "th")
    for (const [index, each] of parts.entries()) nameParts(each, head, index);
}
