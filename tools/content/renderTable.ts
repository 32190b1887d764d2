import type { Element } from "hast";
import type { Table } from "mdast";
import { defaultHandlers, type Options } from "remark-rehype";
import { element } from "./element.ts";
import { plainText } from "./plainText.ts";

type State = Parameters<NonNullable<NonNullable<Options["handlers"]>["table"]>>[0];

/** A wide table scrolls inside its own frame, which the keyboard can reach (WCAG 2.2, 2.1.1). */
export function renderTable(state: State, node: Table): Element {
  const header = node.children[0]?.children.map(plainText).join(", ") ?? "";
  const frame = { className: ["table-scroll"], role: "region", ariaLabel: `Table: ${header}`, tabIndex: 0 };
  return element("div", frame, [defaultHandlers.table(state, node)]);
}
