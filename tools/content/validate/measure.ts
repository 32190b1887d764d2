import type { Nodes, Root } from "mdast";
import { visit } from "unist-util-visit";
import { readableText } from "../text/readableText.ts";
import { countWords } from "../text/readingTime.ts";
import { readingGrade } from "./readingGrade.ts";

/** Blocks that we cannot write more simply: quoted answers, references, quotations, tables. */
const NOT_OURS = new Set(["source", "specimen", "dates", "sort", "marks", "ask"]);

export type Measures = {
  /** Words outside activities that a reader sees, including folded answers. */
  words: number;
  /** Flesch–Kincaid grade of the running text. */
  grade: number;
  asks: number;
};

export function measure(tree: Root): Measures {
  const activities: Nodes[] = [];
  let asks = 0;
  visit(tree, "containerDirective", (node) => {
    if (node.name === "activity") activities.push(node);
    if (node.name === "ask") asks += 1;
  });
  const activityWords = activities.reduce((sum, node) => sum + countWords(readableText(node)), 0);
  return {
    words: countWords(readableText(tree)) - activityWords,
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
