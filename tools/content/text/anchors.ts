import type { Root } from "mdast";
import { visit } from "unist-util-visit";
import { slugOf } from "../../../src/domain/text/terms.ts";
import { plainText } from "./plainText.ts";

/**
 * Assigns every heading and block title an id derived from its words, and returns the ids. The prefix avoids collisions
 * with the ids of the page around the lesson.
 */
export function assignAnchors(tree: Root): Set<string> {
  const taken = new Set<string>();
  visit(tree, (node) => {
    const isLabel = node.type === "paragraph" && node.data && "directiveLabel" in node.data;
    if (node.type !== "heading" && !isLabel) return;
    const id = unused(taken, `s-${slugOf(plainText(node))}`);
    taken.add(id);
    node.data = { ...node.data, hProperties: { id } };
  });
  return taken;
}

/** `wanted`, or `wanted` with the first unused number. */
export function unused(taken: ReadonlySet<string>, wanted: string): string {
  let id = wanted;
  for (let count = 2; taken.has(id); count += 1) id = `${wanted}-${count}`;
  return id;
}
