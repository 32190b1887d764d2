import type { Paragraph, RootContent } from "mdast";

/** A block as parsed. */
export type ContainerNode = Extract<RootContent, { type: "containerDirective" }>;
type LeafNode = Extract<RootContent, { type: "leafDirective" }>;
export type BlockNode = ContainerNode | LeafNode;

/** The text in square brackets after the name of a block, if any. */
export function blockLabel(node: ContainerNode): Paragraph | undefined {
  const first = node.children[0];
  return first?.type === "paragraph" && first.data?.directiveLabel ? first : undefined;
}

export function blockContent(node: ContainerNode): RootContent[] {
  return blockLabel(node) ? node.children.slice(1) : node.children;
}
