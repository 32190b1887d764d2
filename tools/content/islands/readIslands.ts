import type { Root as HastRoot } from "hast";
import type { Nodes, PhrasingContent, Root } from "mdast";
import rehypeStringify from "rehype-stringify";
import remarkRehype from "remark-rehype";
import { unified } from "unified";
import { visit } from "unist-util-visit";
import type { Island } from "../../../src/domain/course/island.ts";
import { blockContent, blockLabel } from "../blocks/blockParts.ts";
import type { Complain, TextContext } from "../lesson/lessonContext.ts";
import { unused } from "../text/anchors.ts";
import { plainText } from "../text/plainText.ts";
import {
  type IslandReader,
  readDone,
  readField,
  readLabIsland,
  readMarks,
  readRubric,
  readSort,
  readWorkbook,
} from "./islandReaders.ts";
import { readAsk } from "./readAsk.ts";

const READERS: Record<string, IslandReader> = {
  ask: readAsk,
  sort: readSort,
  marks: readMarks,
  field: readField,
  workbook: readWorkbook,
  lab: readLabIsland,
  rubric: readRubric,
  done: readDone,
};

/** The islands of a text, by their blocks. The links of the text must already be resolved. */
export function readIslands(
  tree: Root,
  keys: ReadonlyMap<Nodes, string>,
  { lessonId, course, lab }: TextContext,
  complain: Complain,
): ReadonlyMap<Nodes, Island> {
  const islands = new Map<Nodes, Island>();
  const taken = new Set(keys.values());
  visit(tree, (node) => {
    if (node.type !== "containerDirective" && node.type !== "leafDirective") return;
    const read = Object.hasOwn(READERS, node.name) ? READERS[node.name] : undefined;
    if (!read) return;
    const isContainer = node.type === "containerDirective";
    const label = isContainer ? blockLabel(node) : undefined;
    const content = isContainer ? blockContent(node) : [];
    const key = keys.get(node) ?? unused(taken, node.name);
    taken.add(key);
    const island = read({
      line: node.position?.start.line ?? 1,
      attributes: trimmed(node.attributes ?? {}),
      content,
      title: label && plainText(label).trim(),
      table: content[0]?.type === "table" ? content[0] : undefined,
      key,
      lessonId,
      course,
      lab,
      inlineHtml: (cell) => (cell ? renderInline(cell.children) : ""),
      complain,
    });
    if (!island) return;
    if (island.kind === "ask" && [...islands.values()].some(({ id }) => id === island.id))
      complain(node.position?.start.line ?? 1, `the id ${island.id} is taken by an earlier block`);
    islands.set(node, island);
  });
  return islands;
}

function trimmed(attributes: Record<string, string | null | undefined>): Record<string, string> {
  return Object.fromEntries(Object.entries(attributes).map(([key, value]) => [key, (value ?? "").trim()]));
}

const renderer = unified().use(remarkRehype).use(rehypeStringify);

/** The HTML of inline content, without a paragraph around it. */
function renderInline(children: PhrasingContent[]): string {
  // Rendered inside a paragraph, which is then removed: at the root, the renderer would add line breaks between the nodes.
  const root: Root = { type: "root", children: [{ type: "paragraph", children }] };
  const paragraph = renderer.runSync(root).children[0];
  const words: HastRoot = { type: "root", children: paragraph?.type === "element" ? paragraph.children : [] };
  return renderer.stringify(words).trim();
}
