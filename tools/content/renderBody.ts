import type { Element } from "hast";
import type { Paragraph, Root } from "mdast";
import rehypeStringify from "rehype-stringify";
import remarkRehype, { defaultHandlers, type Options } from "remark-rehype";
import { unified } from "unified";
import { BLOCKS } from "./blocks.ts";
import type { BlockNode } from "./checkBlock.ts";
import { element, words } from "./element.ts";
import { renderTable } from "./renderTable.ts";

type Handler = NonNullable<NonNullable<Options["handlers"]>["paragraph"]>;
type State = Parameters<Handler>[0];

/** Renders a checked tree. HTML written in Markdown is dropped here as well: nothing passes through raw. */
export function renderBody(tree: Root, drawings: ReadonlyMap<string, Element>): string {
  const handlers: Options["handlers"] = {
    containerDirective: renderBlock,
    paragraph: (state: State, node: Paragraph) =>
      renderDrawing(node, drawings) ?? defaultHandlers.paragraph(state, node),
    table: renderTable,
  };
  const renderer = unified().use(remarkRehype, { handlers }).use(rehypeStringify);
  return renderer.stringify(renderer.runSync(tree)).trim();
}

function renderBlock(state: State, node: BlockNode): Element {
  const kind = BLOCKS[node.name];
  if (!kind) throw new Error(`${node.name} was rendered without having been checked`);
  const first = node.children[0];
  const label = first?.type === "paragraph" && first.data?.directiveLabel ? first : null;
  const content = label ? node.children.slice(1) : node.children;
  const attributes = Object.entries(node.attributes ?? {}).map(([key, value]) => [key, (value ?? "").trim()]);
  return kind.render({
    attributes: Object.fromEntries(attributes),
    label: label && { id: String(label.data?.hProperties?.id), content: state.all(label) },
    body: state.wrap(state.all({ type: "blockquote", children: content }), true),
  });
}

function renderDrawing(node: Paragraph, drawings: ReadonlyMap<string, Element>): Element | undefined {
  const image = node.children[0];
  if (image?.type !== "image") return undefined;
  const svg = drawings.get(image.url);
  if (!svg) throw new Error(`${image.url} was rendered without having been checked`);
  return element("figure", { className: ["drawing"] }, [
    svg,
    element("figcaption", {}, [words(image.alt ?? "")]),
  ]);
}
