import rehypeStringify from "rehype-stringify";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import remarkRehype from "remark-rehype";
import { unified } from "unified";
import { expect, test } from "vitest";
import { renderTable } from "./renderTable.ts";

const render = (markdown: string) =>
  unified()
    .use(remarkParse)
    .use(remarkGfm)
    .use(remarkRehype, { handlers: { table: renderTable } })
    .use(rehypeStringify)
    .processSync(markdown)
    .toString();
const TO_READ = "a sentence with some thirty letters";

test("a table has the names of its columns as its accessible name, and can be scrolled by keyboard", () => {
  const html = render("| | By bus | By car |\n|---|---|---|\n| Late | 4 | 1 |");
  expect(html).toContain(
    'class="table-scroll" role="region" aria-label="Table: By bus, By car" tabindex="0"',
  );
  expect(html).toContain('<td role="cell" data-column="By bus">4</td>');
});

test("only a long table with three or more columns is laid out row by row on a phone", () => {
  const stacks = (cells: string[]) =>
    render(
      [cells.map(() => "Head"), cells.map(() => "---"), cells].map((row) => row.join("|")).join("\n"),
    ).includes("table-stacks");
  expect(stacks(["Goal", TO_READ, TO_READ])).toBe(true);
  expect(stacks(["Goal", "short", "short"])).toBe(false);
  expect(stacks([TO_READ, TO_READ])).toBe(false);
});
