import { tableRows } from "../islands/tableRows.ts";
import type { Complain } from "../lesson/lessonContext.ts";
import type { ContainerNode } from "./blockParts.ts";
import { blockContent } from "./blockParts.ts";

const DATE = /\b\d{4}\b|^no date/i;

/** Reports rows of a table of dates that do not begin with a date. */
export function checkDates(node: ContainerNode, complain: Complain): void {
  const table = blockContent(node)[0];
  if (table?.type !== "table") return;
  for (const { line, words } of tableRows(table).rows) {
    if (!DATE.test(words[0] ?? ""))
      complain(line, `"${words[0] ?? ""}" is not a date with a year: write one, or "No date set"`);
  }
}
