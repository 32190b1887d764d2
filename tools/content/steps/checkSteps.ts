import type { Root, RootContent } from "mdast";
import { visit } from "unist-util-visit";
import { blockContent } from "../blocks/blockParts.ts";
import type { Complain } from "../lesson/lessonContext.ts";
import { DIVISIBLE, isBlock, isStep } from "./stepUnits.ts";

/** Reports cuts by the author at which the text cannot be cut. */
export function checkSteps(tree: Root, complain: Complain): void {
  const wellPlaced = new Set<RootContent>();
  checkSiblings(tree.children.filter(({ type }) => type !== "yaml"));
  for (const block of tree.children) {
    if (!isBlock(block, DIVISIBLE)) continue;
    const content = blockContent(block);
    if (isStep(content[0]))
      complain(lineOf(content[0]), `step is the first line in ${block.name}: put it above the block`);
    checkSiblings(content);
  }
  visit(tree, "leafDirective", (node) => {
    if (isStep(node) && !wellPlaced.has(node))
      complain(lineOf(node), `step must be at the top level or directly in ${[...DIVISIBLE].join(" or ")}`);
  });

  function checkSiblings(siblings: readonly RootContent[]): void {
    for (const [index, node] of siblings.entries()) {
      if (!isStep(node)) continue;
      wellPlaced.add(node);
      const before = siblings[index - 1];
      if (isStep(before)) complain(lineOf(node), "step follows another step: keep one of them");
      if (before?.type === "heading")
        complain(lineOf(node), "step comes directly after a heading: put it above the heading");
      if (index === siblings.length - 1) complain(lineOf(node), "nothing follows the step");
    }
  }
}

function lineOf({ position }: RootContent): number {
  return position?.start.line ?? 1;
}
