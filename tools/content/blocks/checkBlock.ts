import { tableRows } from "../islands/tableRows.ts";
import type { Complain, TextContext } from "../lesson/lessonContext.ts";
import { plainText } from "../text/plainText.ts";
import type { BlockKind } from "./blockKind.ts";
import { type BlockNode, blockContent, blockLabel, type ContainerNode } from "./blockParts.ts";
import { BLOCKS } from "./blocks.ts";

const FENCE = /^[\s>]*:{3,}\s*$/;

/** Reports a block that is unknown, misplaced, empty or never closed, or has a wrong label or attribute. */
export function checkBlock(
  node: BlockNode,
  parentName: string | null,
  context: TextContext,
  complain: Complain,
): void {
  const line = node.position?.start.line ?? 1;
  const name = node.name;
  const kind = Object.hasOwn(BLOCKS, name) ? BLOCKS[name] : undefined;
  if (!kind) {
    complain(line, `unknown directive "${name}": use one of ${Object.keys(BLOCKS).join(", ")}`);
    return;
  }
  if (kind.form === "leaf" && node.type === "containerDirective") {
    complain(line, `${name} must be one line with two colons: ::${name}{…}`);
    return;
  }
  if (kind.form === "container" && node.type === "leafDirective") {
    complain(line, `${name} must begin with three colons and end with ":::"`);
    return;
  }
  checkPlace(node, kind, parentName, context, (message) => complain(line, message));
  checkWords(node, kind, (message) => complain(line, message));
  if (node.type === "containerDirective") checkContent(node, kind, context.source, complain);
}

function checkPlace(
  { name, attributes }: BlockNode,
  kind: BlockKind,
  parentName: string | null,
  context: TextContext,
  complain: (message: string) => void,
): void {
  if (kind.within && parentName !== kind.within) complain(`${name} must be directly inside ${kind.within}`);
  if (kind.only && !kind.only.includes(context.kind))
    complain(`${name} is allowed only in a ${kind.only.join(" or a ")}`);
  const term = attributes?.term?.trim();
  if (name === "definition" && term && context.ownTerms && !context.ownTerms.has(term))
    complain(`definition of "${term}", which is not one of this lesson's terms`);
}

function checkWords(node: BlockNode, kind: BlockKind, complain: (message: string) => void): void {
  const { name } = node;
  const label =
    node.type === "leafDirective" ? (node.children.length > 0 ? node : undefined) : blockLabel(node);
  const isLabelled = label !== undefined && plainText(label).trim() !== "";
  if (kind.label === "required" && !isLabelled) complain(`${name} needs a title: :::${name}[Title]`);
  if (kind.label === "forbidden" && label) complain(`${name} takes no title in square brackets`);

  const attributes = node.attributes ?? {};
  for (const [key, { rule }] of Object.entries(kind.attributes)) {
    if (rule === "required" && !attributes[key]?.trim()) complain(`${name} needs ${key}="…"`);
  }
  for (const [key, value] of Object.entries(attributes)) {
    const known = Object.hasOwn(kind.attributes, key) ? kind.attributes[key] : undefined;
    if (!known) complain(`${name} has an unknown attribute "${key}"`);
    else if (known.values && value?.trim() && !isAllowed(known.values, value.trim())) {
      complain(`${name} has ${key}="${value}", which is not allowed`);
    }
  }
}

function checkContent(node: ContainerNode, kind: BlockKind, source: string, complain: Complain): void {
  const line = node.position?.start.line ?? 1;
  const content = blockContent(node);
  if (content.length === 0) complain(line, `${node.name} is empty`);
  else if (kind.oneTable && (content.length !== 1 || content[0]?.type !== "table"))
    complain(line, `${node.name} must contain one table and nothing else`);
  const lastLine = source.split("\n")[(node.position?.end.line ?? 1) - 1] ?? "";
  if (!FENCE.test(lastLine)) complain(line, `${node.name} is never closed with ":::"`);
}

function isAllowed(values: readonly string[] | RegExp, value: string): boolean {
  return values instanceof RegExp ? values.test(value) : values.includes(value);
}

const DATE = /\b\d{4}\b|^no date/i;

/** Reports rows of a table of dates that do not begin with a date. */
export function checkDates(node: ContainerNode, complain: Complain): void {
  const table = blockContent(node)[0];
  if (table?.type !== "table") return;
  for (const { line, words } of tableRows(table).rows) {
    if (!DATE.test(words[0] ?? ""))
      complain(line, `"${words[0] ?? ""}" is not a date with a year: write one, or "No date set"`);
  }
}
