import type { Nodes } from "mdast";

/** All words of the text that a reader sees, including the questions of folds, with white space collapsed. */
export function readableText(node: Nodes): string {
  return words(node).replace(/\s+/g, " ").trim();
}

function words(node: Nodes): string {
  if (node.type === "yaml" || (node.type === "leafDirective" && node.name === "step")) return "";
  if ("value" in node) return node.value;
  const said = "attributes" in node ? Object.values(node.attributes ?? {}).join(" ") : "";
  const inside = "children" in node ? node.children.map(words).join(isInline(node) ? "" : " ") : "";
  if (node.type === "image") return node.alt ?? "";
  return said ? `${said} ${inside}` : inside;
}

/** Whether the node's children are joined without a word break between them. */
function isInline(node: Nodes): boolean {
  return ["paragraph", "heading", "emphasis", "strong", "link", "tableCell"].includes(node.type);
}
