import type { Root, RootContent } from "mdast";
import { visit } from "unist-util-visit";
import { readableText } from "./readableText.ts";

export const WORDS_PER_MINUTE = 200;
/** Writing an answer takes longer than reading its question. */
const MINUTES_PER_FIELD = 1;
/** For reading a question, its answers and a reason or two. */
const MINUTES_PER_ASK = 0.5;
/** A learner opens one variant of an activity. */
const VARIANTS = 3;

export function countWords(text: string): number {
  return text.split(/\s+/).filter(Boolean).length;
}

/** The minutes that a learner spends on a part of the text: as its author states them, or else estimated. */
export function minutesOf(node: RootContent): number {
  const stated = node.type === "containerDirective" ? Number(node.attributes?.minutes ?? 0) : 0;
  return stated > 0 ? stated : estimateMinutes(node);
}

/** The minutes for reading a part of the text and for answering its fields, whatever its author states. */
export function estimateMinutes(node: RootContent | Root, minutesPerField = MINUTES_PER_FIELD): number {
  let words = countWords(readableText(node));
  let fields = 0;
  let asks = 0;
  visit(node, (each) => {
    if (each.type === "leafDirective" && each.name === "field") fields += 1;
    if (each.type === "containerDirective" && each.name === "ask") {
      asks += 1;
      words -= countWords(readableText(each));
    }
    if (each.type === "containerDirective" && each.name === "variant")
      words -= countWords(readableText(each)) * (1 - 1 / VARIANTS);
  });
  return words / WORDS_PER_MINUTE + fields * minutesPerField + asks * MINUTES_PER_ASK;
}
