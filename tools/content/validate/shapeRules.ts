import type { Nodes } from "mdast";
import { visit } from "unist-util-visit";
import type { ContainerNode } from "../blocks/blockParts.ts";
import { readableText } from "../text/readableText.ts";
import type { LessonUnderTest, Rule } from "./rule.ts";

const ORDER = ["case", "example", "activity", "reflection"];
const AUDIENCES = ["student", "ngo", "professional"];
const MIN_ASKS = 2;
const MIN_DRAWINGS = 2;
/** What remains of the thirty minutes after nine minutes for the ideas and four for the quiz. */
const BLOCK_MINUTES = 17;
/** The loop and the three questions of the course, in any wording: repeated to the letter they turn into a ritual. */
const COMES_BACK: readonly [string, RegExp][] = [
  ["decide", /deci(d|sion)/],
  ["brief", /brief/],
  ["check", /check/],
  ["answer for it", /answer(s|ed|ing)? for/],
  ["who benefits", /benefit/],
  ["who carries the risk", /carr(y|ies) the risk/],
  ["who can say no", /(say|says|said|saying) no\b/],
];

/** The top-level blocks of the lesson, in order. */
function topBlocks({ tree }: LessonUnderTest): ContainerNode[] {
  return tree.children.filter((node) => node.type === "containerDirective");
}

function inside(node: Nodes, name: string): number {
  let count = 0;
  visit(node, "containerDirective", (each) => {
    if (each.name === name) count += 1;
  });
  return count;
}

/** Recall, case, ideas with questions, worked example, activity, reflection: the shape that learners can rely on. */
export const hasShape: Rule = (lesson) => {
  const blocks = topBlocks(lesson);
  const opening = lesson.lessonId === "1" ? ["warmup", "recall"] : ["recall"];
  const wanted = [opening, ...ORDER.map((name) => [name])];
  const faults: string[] = [];
  let after = -1;
  for (const names of wanted) {
    const at = blocks.findIndex(({ name }) => names.includes(name));
    if (at < 0) faults.push(`the lesson has no ${names.join(" or ")}`);
    else if (at < after)
      faults.push(`${names.join(" or ")} comes too early: the order is ${["recall", ...ORDER].join(", ")}`);
    else after = at;
  }
  return faults;
};

export const hasParts: Rule = ({ tree, lessonId, measures }) => {
  const faults: string[] = [];
  const ideas = measures.asks - recallAsks(tree);
  if (ideas < MIN_ASKS) faults.push(`the ideas have ${ideas} questions, need ${MIN_ASKS} or more`);
  if (lessonId !== "1" && recallAsks(tree) < 2) faults.push("the recall has fewer than two questions");
  visit(tree, "containerDirective", (node) => {
    if (node.name === "example" && inside(node, "turn") === 0)
      faults.push("the worked example has no turn for the learner");
    if (node.name !== "activity") return;
    for (const audience of AUDIENCES)
      if (!hasVariant(node, audience)) faults.push(`the activity has no variant for ${audience}`);
  });
  let drawings = 0;
  let withViews = 0;
  visit(tree, (node) => {
    if (node.type === "leafDirective" && node.name === "drawing") withViews += 1;
    if (node.type === "image") drawings += 1;
  });
  if (drawings + withViews < MIN_DRAWINGS)
    faults.push(`the lesson has ${drawings + withViews} drawings, needs ${MIN_DRAWINGS}`);
  if (withViews === 0) faults.push("no drawing of the lesson has views to choose from");
  return faults;
};

function recallAsks(tree: Nodes): number {
  let count = 0;
  visit(tree, "containerDirective", (node) => {
    if (node.name === "recall") count += inside(node, "ask");
  });
  return count;
}

function hasVariant(node: ContainerNode, audience: string): boolean {
  let found = false;
  visit(node, "containerDirective", (each) => {
    if (each.name === "variant" && each.attributes?.for === audience) found = true;
  });
  return found;
}

export const fitsThirtyMinutes: Rule = (lesson) => {
  const blocks = topBlocks(lesson).filter(({ attributes }) => attributes?.minutes);
  const minutes = blocks.reduce((sum, { attributes }) => sum + Number(attributes?.minutes), 0);
  return minutes > BLOCK_MINUTES
    ? [`the blocks take ${minutes} minutes, the lesson has ${BLOCK_MINUTES} for them`]
    : [];
};

/** Every lesson must come back to the working loop and the questions of the course. */
export const comesBackToTheLoop: Rule = ({ tree }) => {
  const text = readableText(tree).toLowerCase();
  return COMES_BACK.flatMap(([name, words]) =>
    words.test(text) ? [] : [`the lesson never comes back to "${name}"`],
  );
};
