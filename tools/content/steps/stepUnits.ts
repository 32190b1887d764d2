import type { Paragraph, Root, RootContent } from "mdast";
import { type BlockNode, blockLabel, type ContainerNode } from "../blocks/blockParts.ts";
import { plainText } from "../text/plainText.ts";
import { estimateMinutes, minutesOf } from "../text/readingTime.ts";

/** An element of the rendered text. A cut between two steps lies between two of them. */
export type Unit = {
  node: Exclude<RootContent, { type: "yaml" }>;
  minutes: number;
  /** The author's cut before it. */
  cut: { title: string; line: number } | null;
};

type StepNode = Extract<BlockNode, { type: "leafDirective" }>;

/** The blocks in which an author may place a cut. Each part becomes a separate block. */
export const DIVISIBLE: ReadonlySet<string> = new Set(["activity", "example"]);

export function isStep(node: RootContent | undefined): node is StepNode {
  return node?.type === "leafDirective" && node.name === "step";
}

export function isBlock(node: RootContent, names?: ReadonlySet<string>): node is ContainerNode {
  return node.type === "containerDirective" && (!names || names.has(node.name));
}

/**
 * The top-level elements of a lesson, without the author's cuts. The tree is not changed, and everything inside a
 * divided block is the same object as before, because keys and interactive parts are looked up by their nodes.
 */
export function unitsOf({ children }: Root): Unit[] {
  const units: Unit[] = [];
  let cut: Unit["cut"] = null;
  for (const node of children) {
    if (node.type === "yaml") continue;
    if (isStep(node)) cut = cutOf(node);
    else {
      const parts = isBlock(node, DIVISIBLE) ? divide(node) : [{ node, minutes: minutesOf(node), cut: null }];
      for (const part of parts) {
        units.push({ ...part, cut: part.cut ?? cut });
        cut = null;
      }
    }
  }
  return units;
}

/** Divides the block's minutes in proportion to the estimate for each part. */
function divide(block: ContainerNode): Unit[] {
  const parts: { cut: Unit["cut"]; children: ContainerNode["children"] }[] = [{ cut: null, children: [] }];
  for (const child of block.children) {
    if (isStep(child)) parts.push({ cut: cutOf(child), children: [] });
    else parts.at(-1)?.children.push(child);
  }
  const estimates = parts.map(({ children }) =>
    children.reduce((sum, each) => sum + estimateMinutes(each), 0),
  );
  const whole = estimates.reduce((sum, each) => sum + each, 0);
  return parts.map(({ cut, children }, index) => ({
    // A part does not take the minutes of the whole block.
    node:
      parts.length === 1
        ? { ...block, children }
        : { ...block, attributes: {}, children: [...titleOf(block, index, cut), ...children] },
    minutes: (minutesOf(block) * (estimates[index] ?? 0)) / (whole || 1),
    cut,
  }));
}

/** The title of a part after the first, with an id so that links can lead to this part. */
function titleOf(block: ContainerNode, index: number, cut: Unit["cut"]): Paragraph[] {
  const label = blockLabel(block);
  if (!label || index === 0) return [];
  const id = `${String(label.data?.hProperties?.id)}-part-${index + 1}`;
  const words = cut?.title || `${plainText(label)} (continued)`;
  return [
    {
      type: "paragraph",
      data: { directiveLabel: true, hProperties: { id } },
      children: [{ type: "text", value: words }],
    },
  ];
}

function cutOf(node: StepNode): NonNullable<Unit["cut"]> {
  return { title: plainText(node).trim(), line: node.position?.start.line ?? 1 };
}
