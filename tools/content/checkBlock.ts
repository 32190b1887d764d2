import type { RootContent } from "mdast";
import { BLOCKS } from "./blocks.ts";
import type { Complain } from "./lessonContext.ts";
import { plainText } from "./plainText.ts";

/** A block as it is parsed. */
export type BlockNode = Extract<RootContent, { type: "containerDirective" }>;

const FENCE = /^[\s>]*:{3,}\s*$/;

/** Reports a block that is unknown, wrongly labelled, wrongly attributed, empty or never closed. */
export function checkBlock(node: BlockNode, source: string, complain: Complain): void {
  const line = node.position?.start.line ?? 1;
  const name = node.name;
  const kind = Object.hasOwn(BLOCKS, name) ? BLOCKS[name] : undefined;
  if (!kind) {
    complain(line, `unknown directive "${name}": use one of ${Object.keys(BLOCKS).join(", ")}`);
    return;
  }

  const label = node.children.find((each) => each.type === "paragraph" && each.data?.directiveLabel);
  const isLabelled = label !== undefined && plainText(label).trim() !== "";
  if (kind.label === "required" && !isLabelled) complain(line, `${name} needs a title: :::${name}[Title]`);
  if (kind.label === "forbidden" && label) complain(line, `${name} takes no title in square brackets`);

  const attributes = node.attributes ?? {};
  for (const [key, { rule }] of Object.entries(kind.attributes)) {
    if (rule === "required" && !attributes[key]?.trim()) complain(line, `${name} needs ${key}="…"`);
  }
  for (const [key, value] of Object.entries(attributes)) {
    const known = Object.hasOwn(kind.attributes, key) ? kind.attributes[key] : undefined;
    if (!known) complain(line, `${name} has an unknown attribute "${key}"`);
    else if (known.values && value?.trim() && !isAllowed(known.values, value)) {
      complain(line, `${name} has ${key}="${value}", which is not allowed`);
    }
  }
  if (node.children.every((each) => each === label)) complain(line, `${name} is empty`);
  const lastLine = source.split("\n")[(node.position?.end.line ?? 1) - 1] ?? "";
  if (!FENCE.test(lastLine)) complain(line, `${name} is never closed with ":::"`);
}

function isAllowed(values: readonly string[] | RegExp, value: string): boolean {
  return values instanceof RegExp ? values.test(value) : values.includes(value);
}
