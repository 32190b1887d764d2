import type { Root } from "mdast";
import remarkDirective from "remark-directive";
import remarkFrontmatter from "remark-frontmatter";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import { unified } from "unified";
import { visit } from "unist-util-visit";

const parser = unified().use(remarkParse).use(remarkFrontmatter).use(remarkGfm).use(remarkDirective);

/** Markdown with front matter, tables and block directives. */
export function parseMarkdown(source: string): Root {
  const tree = parser.parse(source);
  restoreColons(tree, source);
  return tree;
}

/** "at 10:30" is a time and not a directive: restores a bare `:name` in running text to its source. */
function restoreColons(tree: Root, source: string): void {
  visit(tree, "textDirective", (node, index, parent) => {
    const isBare = node.children.length === 0 && Object.keys(node.attributes ?? {}).length === 0;
    const { position } = node;
    if (!isBare || !position || !parent || index === undefined) return;
    const typed = source.slice(position.start.offset, position.end.offset);
    parent.children[index] = { type: "text", value: typed, position };
  });
}
