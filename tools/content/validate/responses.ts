import type { Nodes, Root } from "mdast";
import { readableText } from "../text/readableText.ts";
import { countWords, WORDS_PER_MINUTE } from "../text/readingTime.ts";
import type { Rule } from "./rule.ts";

const MINUTES_PER_RESPONSE = 2;
const LONGEST_SILENCE_MINUTES = 3;

/** Blocks that a learner answers. */
const RESPONSES = new Set(["ask", "field", "sort", "marks"]);
/** References are looked up, not read. */
const NOT_READ = new Set(["source", "step", "workbook"]);
/** A learner opens one of three. */
const VARIANT_SHARE = 1 / 3;

export type Rhythm = {
  responses: number;
  /** Of reading, at 200 words a minute, without the questions themselves. */
  minutes: number;
  /** The longest reading without a response, and the line where it begins. */
  silence: { minutes: number; line: number };
};

/** How often a lesson asks its reader for an answer. */
export function rhythmOf(tree: Root): Rhythm {
  const rhythm: Rhythm = { responses: 0, minutes: 0, silence: { minutes: 0, line: 1 } };
  let silence = { minutes: 0, line: 1 };
  const read = (node: Nodes, share: number): void => {
    const name = node.type === "containerDirective" || node.type === "leafDirective" ? node.name : "";
    if (node.type === "yaml" || NOT_READ.has(name)) return;
    if (node.type === "containerDirective" && !RESPONSES.has(name)) {
      for (const child of node.children) read(child, name === "variant" ? share * VARIANT_SHARE : share);
      return;
    }
    if (RESPONSES.has(name)) {
      rhythm.responses += 1;
      silence = { minutes: 0, line: node.position?.end.line ?? 1 };
      return;
    }
    const minutes = (countWords(readableText(node)) / WORDS_PER_MINUTE) * share;
    rhythm.minutes += minutes;
    silence = { ...silence, minutes: silence.minutes + minutes };
    if (silence.minutes > rhythm.silence.minutes) rhythm.silence = silence;
  };
  for (const node of tree.children) read(node, 1);
  return rhythm;
}

/** A learner on a phone is never long without something to do. */
export const asksOften: Rule = ({ tree }) => rhythmFaults(tree, "lesson");

export function rhythmFaults(tree: Root, page: "lesson" | "topic"): { line: number; message: string }[] {
  const { responses, minutes, silence } = rhythmOf(tree);
  const faults: ReturnType<typeof rhythmFaults> = [];
  if (responses * MINUTES_PER_RESPONSE < minutes)
    faults.push({
      line: 1,
      message: `the ${page} has ${responses} questions and fields in ${minutes.toFixed(0)} minutes of reading, needs one for each ${MINUTES_PER_RESPONSE}`,
    });
  if (silence.minutes > LONGEST_SILENCE_MINUTES)
    faults.push({
      line: silence.line,
      message: `${silence.minutes.toFixed(1)} minutes of reading without a question or a field, at most ${LONGEST_SILENCE_MINUTES}`,
    });
  return faults;
}
