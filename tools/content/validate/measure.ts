import type { Nodes, Root } from "mdast";
import { SKIP, visit } from "unist-util-visit";
import { readableText } from "../text/readableText.ts";
import { countWords } from "../text/readingTime.ts";
import { readingGrade } from "./readingGrade.ts";

/** Blocks that we cannot write more simply: quoted answers, references, quotations, tables. */
const NOT_OURS = new Set(["source", "specimen", "dates", "sort", "marks", "ask"]);

/** Learners do these instead of reading them. */
const APART = new Set(["activity", "ask"]);

export type Measures = {
  /** Words outside activities and questions that a reader sees, including folded answers. */
  words: number;
  /** Flesch–Kincaid grade of the running text. */
  grade: number;
  asks: number;
};

export function measure(tree: Root): Measures {
  const apart: Nodes[] = [];
  let asks = 0;
  visit(tree, "containerDirective", (node) => {
    if (node.name === "ask") asks += 1;
    if (!APART.has(node.name)) return undefined;
    apart.push(node);
    return SKIP;
  });
  const wordsApart = apart.reduce((sum, node) => sum + countWords(readableText(node)), 0);
  return {
    words: countWords(readableText(tree)) - wordsApart,
    grade: readingGrade(runningText(tree)),
    asks,
  };
}

/** The paragraphs, each as one string. */
export function runningText(node: Nodes): string[] {
  if (node.type === "paragraph" && !node.data?.directiveLabel) return [readableText(node)];
  if (node.type === "blockquote" || node.type === "table") return [];
  if (node.type === "containerDirective" && NOT_OURS.has(node.name)) return [];
  return "children" in node ? node.children.flatMap(runningText) : [];
}
