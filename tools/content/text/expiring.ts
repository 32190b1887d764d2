import type { Root } from "mdast";
import { visit } from "unist-util-visit";
import { plainText } from "./plainText.ts";

/** A sentence that must be checked on a day, because it may be wrong from then on. `on` is as written. */
export type Expiring = { on: string; line: number; words: string };

/** Takes the directives `:expires[sentence]{on="2026-12-02"}` out of a text, which keeps the sentences. */
export function takeExpiring(tree: Root): Expiring[] {
  const found: Expiring[] = [];
  visit(tree, "textDirective", (node, index, parent) => {
    if (node.name !== "expires" || !parent || index === undefined) return undefined;
    const line = node.position?.start.line ?? 1;
    found.push({ on: node.attributes?.on ?? "", line, words: plainText(node) });
    parent.children.splice(index, 1, ...node.children);
    return index;
  });
  return found;
}

const COMMENT = /^(.*)#\s*expires:\s*(\S*)/;

/** The entries of YAML whose comment says `# expires: 2026-12-02`, at the end of their line or above it. */
export function expiringIn(text: string, firstLine: number): Expiring[] {
  const lines = text.split("\n");
  return lines.flatMap((each, index) => {
    const [, before = "", on = ""] = COMMENT.exec(each) ?? [];
    if (!each.includes("#") || !COMMENT.test(each)) return [];
    return [{ on, line: firstLine + index, words: before.trim() || (lines[index + 1] ?? "").trim() }];
  });
}
