import type { Nodes, Parents, Root } from "mdast";
import { visit } from "unist-util-visit";
import { checkBlock, checkDates } from "../blocks/checkBlock.ts";
import { readViews } from "../drawing/views.ts";
import { checkSteps } from "../steps/checkSteps.ts";
import { plainText } from "../text/plainText.ts";
import type { Complain, TextContext } from "./lessonContext.ts";

const ALLOWED: ReadonlySet<Nodes["type"]> = new Set([
  "blockquote",
  "break",
  "code",
  "containerDirective",
  "emphasis",
  "heading",
  "image",
  "inlineCode",
  "leafDirective",
  "link",
  "list",
  "listItem",
  "paragraph",
  "root",
  "strong",
  "table",
  "tableCell",
  "tableRow",
  "text",
  "thematicBreak",
  "yaml",
]);

const FIRST_HEADING_DEPTH = 2;

/** Reports everything in the body that must not be published, except links, which `resolveLinks` reports. */
export function checkBody(tree: Root, context: TextContext, complain: Complain): void {
  let depth = FIRST_HEADING_DEPTH - 1;
  const answers = new Set<Nodes>();
  visit(tree, (node, _index, parent) => {
    const line = node.position?.start.line ?? 1;
    switch (node.type) {
      case "textDirective":
        return complain(
          line,
          `unknown directive "${node.name}": blocks begin with ":::" on a line of their own`,
        );
      case "leafDirective":
      case "containerDirective":
        checkBlock(node, parent?.type === "containerDirective" ? parent.name : null, context, complain);
        if (node.type === "containerDirective" && node.name === "dates") checkDates(node, complain);
        if (node.type === "leafDirective" && node.name === "drawing")
          checkViews(node.attributes ?? {}, context, (message) => complain(line, message));
        if (node.name === "ask")
          for (const each of node.children.flatMap((list) => (list.type === "list" ? list.children : [])))
            answers.add(each);
        return;
      case "text":
        if (node.value.includes(":::"))
          complain(line, 'a block near ":::" could not be read: check its first and last line');
        else if (/(^|\s)::\w/.test(node.value))
          complain(line, 'a block with two colons must be alone on its line, for example "::step[Title]"');
        return;
      case "heading":
        checkHeading(node.depth, depth, plainText(node), (message) => complain(line, message));
        depth = node.depth;
        return;
      case "image":
        checkImage(node, parent, context, (message) => complain(line, message));
        return;
      case "listItem":
        if (typeof node.checked === "boolean" && !answers.has(node))
          complain(line, "a task list is allowed only in ask: use a plain list");
        return;
      default:
        if (!ALLOWED.has(node.type)) complain(line, `${node.type} is not allowed in a lesson`);
    }
  });
  checkSteps(tree, complain);
  if (tree.children.every((node) => node.type === "yaml")) complain(1, `the ${context.kind} has no text`);
}

function checkHeading(
  depth: number,
  before: number,
  words: string,
  complain: (message: string) => void,
): void {
  if (words.trim() === "") complain("the heading is empty");
  if (depth < FIRST_HEADING_DEPTH)
    complain('headings begin with "##": the title comes from the front matter');
  else if (depth > before + 1) complain(`the heading skips a level: use ${"#".repeat(before + 1)}`);
}

function checkViews(
  attributes: Record<string, string | null | undefined>,
  context: TextContext,
  complain: (message: string) => void,
): void {
  const { file, views, says } = attributes;
  if (!file || !views || !says) return;
  if (!context.drawings.has(file)) complain(`the drawing ${file} does not exist or has errors`);
  const read = readViews({ views, says });
  if ("fault" in read) complain(read.fault);
}

function checkImage(
  node: { url: string; alt?: string | null },
  parent: Parents | undefined,
  context: TextContext,
  complain: (message: string) => void,
): void {
  if (!node.alt?.trim()) complain(`the image ${node.url} has no alternative text`);
  if (parent?.type !== "paragraph" || parent.children.length !== 1)
    complain("an image must be in a separate paragraph");
  if (!node.url.endsWith(".svg"))
    complain(`the image ${node.url} is not an .svg drawing in the lesson's folder`);
  else if (!context.drawings.has(node.url)) complain(`the image ${node.url} does not exist or has errors`);
}
