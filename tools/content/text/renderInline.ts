import type { Root as HastRoot } from "hast";
import type { PhrasingContent, Root } from "mdast";
import rehypeStringify from "rehype-stringify";
import remarkRehype from "remark-rehype";
import { unified } from "unified";

const renderer = unified().use(remarkRehype).use(rehypeStringify);

/** The HTML of inline content, without a paragraph around it. */
export function renderInline(children: PhrasingContent[]): string {
  // Rendered inside a paragraph, which is then removed: at the root, the renderer would add line breaks between the nodes.
  const root: Root = { type: "root", children: [{ type: "paragraph", children }] };
  const paragraph = renderer.runSync(root).children[0];
  const words: HastRoot = { type: "root", children: paragraph?.type === "element" ? paragraph.children : [] };
  return renderer.stringify(words).trim();
}
