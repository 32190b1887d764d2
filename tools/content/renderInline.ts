import type { Root as HastRoot } from "hast";
import type { PhrasingContent, Root } from "mdast";
import rehypeStringify from "rehype-stringify";
import remarkRehype from "remark-rehype";
import { unified } from "unified";

const renderer = unified().use(remarkRehype).use(rehypeStringify);

/** HTML of a few words, without a paragraph around them. */
export function renderInline(children: PhrasingContent[]): string {
  // In a paragraph all the same until it is rendered: at the root, line breaks would be put between the words.
  const root: Root = { type: "root", children: [{ type: "paragraph", children }] };
  const paragraph = renderer.runSync(root).children[0];
  const words: HastRoot = { type: "root", children: paragraph?.type === "element" ? paragraph.children : [] };
  return renderer.stringify(words).trim();
}
