import type { Nodes, Root } from "mdast";
import { visit } from "unist-util-visit";
import type { Island } from "../../../src/domain/course/island.ts";
import { blockContent, blockLabel } from "../blocks/blockParts.ts";
import type { Complain, TextContext } from "../lesson/lessonContext.ts";
import { unused } from "../text/anchors.ts";
import { plainText } from "../text/plainText.ts";
import { renderInline } from "../text/renderInline.ts";
import { readField } from "./fieldIsland.ts";
import type { IslandReader } from "./islandReader.ts";
import { readLabIsland } from "./labIsland.ts";
import { readMarks } from "./marksIsland.ts";
import { readSort } from "./sortIsland.ts";
import { readWorkbook } from "./workbookIsland.ts";

const READERS: Record<string, IslandReader> = {
  sort: readSort,
  marks: readMarks,
  field: readField,
  workbook: readWorkbook,
  lab: readLabIsland,
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
      title: label && plainText(label).trim(),
      table: content[0]?.type === "table" ? content[0] : undefined,
      key,
      lessonId,
      course,
      lab,
      inlineHtml: (cell) => (cell ? renderInline(cell.children) : ""),
      complain,
    });
    if (island) islands.set(node, island);
  });
  return islands;
}

function trimmed(attributes: Record<string, string | null | undefined>): Record<string, string> {
  return Object.fromEntries(Object.entries(attributes).map(([key, value]) => [key, (value ?? "").trim()]));
}
