import type { Nodes, Root } from "mdast";
import { visit } from "unist-util-visit";
import { slugOf } from "../../../src/domain/text/terms.ts";
import { blockLabel } from "../blocks/blockParts.ts";
import { unused } from "./anchors.ts";
import { plainText } from "./plainText.ts";

const MAX_LETTERS = 60;

/**
 * Assigns every block a key derived from its kind and words. The key changes only with them, so devices can store it.
 */
export function keysOf(tree: Root): ReadonlyMap<Nodes, string> {
  const keys = new Map<Nodes, string>();
  const taken = new Set<string>();
  visit(tree, "containerDirective", (node) => {
    const { question, ask, for: audience } = node.attributes ?? {};
    const label = blockLabel(node);
    const said = question ?? ask ?? audience ?? (label ? plainText(label) : "");
    const key = unused(taken, slugOf(`${node.name} ${said}`).slice(0, MAX_LETTERS));
    taken.add(key);
    keys.set(node, key);
  });
  return keys;
}
