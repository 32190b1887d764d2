import type { Heading, Root, RootContent } from "mdast";
import { visit } from "unist-util-visit";
import { type LabForm, labFieldId } from "../../../src/domain/course/labState.ts";
import { isLessonId } from "../../../src/domain/ids.ts";
import { PACING } from "../../../src/domain/study/pacing.ts";
import { blockLabel } from "../blocks/blockParts.ts";
import { plainText } from "../text/plainText.ts";
import { estimateMinutes } from "../text/readingTime.ts";
import { PLAN } from "../validate/plan.ts";
import { rhythmFaults } from "../validate/responses.ts";
import type { LabFront } from "./labFile.ts";
import type { Complain } from "./lessonContext.ts";
import type { LabSource } from "./lessonSource.ts";

/** The frame of every lab and of every task: its headings, in this order. A topic has its own. */
const HEADINGS: Partial<Record<LabForm, readonly string[]>> = {
  lab: [
    "Try it",
    "What you just saw",
    "Where it stops being true",
    "For your workbook",
    "Now try it for real",
  ],
  task: [
    "What you do",
    "Words to copy",
    "Paste what came back",
    "Mark it",
    "Two examples",
    "Without an account",
  ],
};
const TOPIC_HEADINGS = [3, 6] as const;

/** The block whose completion makes the page done. */
const ENDS: Record<LabForm, string> = { lab: "lab", task: "rubric", topic: "done" };

/** To paste or write an answer on such a page takes longer than one in a lesson. */
const MINUTES_PER_FIELD = 1.5;
const MINUTES_PER_RUBRIC = 2;
/** How far the minutes in the front matter may differ from the count. */
const TOLERANCE = 2;

/** The minutes of a task or topic by its words, questions, fields and rubric, and by the work that its author states. */
function countMinutes(tree: Root, { kind, work = 0 }: Pick<LabFront, "kind" | "work">): number {
  return estimateMinutes(tree, MINUTES_PER_FIELD) + work + (kind === "task" ? MINUTES_PER_RUBRIC : 0);
}

/** Reports a lab, task or topic that lacks a part of its frame, or that differs from its step of the plan. */
export function checkLab({ name, tree }: LabSource, front: LabFront, complain: Complain): void {
  const form = front.kind;
  checkHeadings(tree, form, complain);
  const blocks = blocksOf(tree);
  const count = (block: string) => blocks.filter((each) => each.name === block).length;
  for (const block of Object.values(ENDS)) {
    const wanted = block === ENDS[form] ? 1 : 0;
    if (count(block) !== wanted)
      complain(
        1,
        wanted === 1 ? `a ${form} needs ${written(block)} once` : `${written(block)} is not for a ${form}`,
      );
  }
  if (form === "lab") {
    if (count("field") !== 1) complain(1, "a lab needs one ::field, its question for the workbook");
  } else {
    checkFields(blocks, form, name, String(front.lesson), complain);
    checkMinutes(countMinutes(tree, front), front.minutes, complain);
  }
  if (form === "task") checkTask(blocks, complain);
  if (form === "topic") checkTopic(tree, blocks, name, String(front.lesson), complain);
  checkPlan(name, front, complain);
}

type Block = Extract<RootContent, { type: "containerDirective" | "leafDirective" }>;

function blocksOf(tree: Root): Block[] {
  const found: Block[] = [];
  visit(tree, (node) => {
    if (node.type === "containerDirective" || node.type === "leafDirective") found.push(node);
  });
  return found;
}

const written = (block: string) => (block === "rubric" ? "a block :::rubric" : `the line ::${block}`);
const lineOf = (node: RootContent | undefined) => node?.position?.start.line ?? 1;

function checkHeadings(tree: Root, form: LabForm, complain: Complain): void {
  const headings = tree.children.filter(
    (node): node is Heading => node.type === "heading" && node.depth === 2,
  );
  const wanted = HEADINGS[form];
  const [least, most] = TOPIC_HEADINGS;
  if (wanted && headings.map((node) => plainText(node)).join() !== wanted.join())
    complain(lineOf(headings[0]), `a ${form} has the headings ${wanted.join(", ")}, in this order`);
  if (!wanted && (headings.length < least || headings.length > most))
    complain(
      lineOf(headings[0]),
      `a ${form} has ${least} to ${most} headings "##", this one ${headings.length}`,
    );
}

function checkFields(
  blocks: readonly Block[],
  form: "task" | "topic",
  name: string,
  lesson: string,
  complain: Complain,
): void {
  const fields = blocks.filter((each) => each.name === "field");
  if (fields.length === 0) {
    complain(1, `a ${form} needs a ::field`);
    return;
  }
  // Fields that the capstone needs keep their ids wherever the lesson asks for them.
  const needed: readonly string[] = isLessonId(lesson) ? PLAN[lesson].fields : [];
  const own = fields.filter(({ attributes }) => !needed.includes(attributes?.id ?? ""));
  if (form === "task" && own.length > 2)
    complain(lineOf(own[2]), "a task has one ::field, and one more at most");
  const wanted = labFieldId(lesson, name).replace("-lab-", `-${form}-`);
  if (own[0] && own[0].attributes?.id !== wanted)
    complain(lineOf(own[0]), `the first field of a ${form} has the id ${wanted}`);
}

function checkMinutes(counted: number, stated: number, complain: Complain): void {
  if (Math.abs(counted - stated) > TOLERANCE)
    complain(2, `minutes is ${stated}, but the count is ${counted.toFixed(1)}: at most ${TOLERANCE} apart`);
}

/** The two specimens must say that nobody's assistant answered them. */
function checkTask(blocks: readonly Block[], complain: Complain): void {
  if (!blocks.some(({ name }) => name === "copy")) complain(1, "a task needs a block :::copy");
  const specimens = blocks.flatMap((each) =>
    each.type === "containerDirective" && each.name === "specimen" ? [each] : [],
  );
  const labels = specimens.map((each) => plainText(blockLabel(each) ?? each));
  const wanted = ["A strong result, written by us", "A weak result, written by us"];
  if (labels.join() !== wanted.join())
    complain(
      lineOf(specimens[0]),
      `a task has two specimens: ${wanted.map((each) => `[${each}]`).join(" and ")}`,
    );
}

function checkTopic(
  tree: Root,
  blocks: readonly Block[],
  name: string,
  lesson: string,
  complain: Complain,
): void {
  const last = tree.children.at(-1);
  if (last?.type !== "leafDirective" || last.name !== ENDS.topic)
    complain(lineOf(last), "the last line of a topic is ::done");
  const prefix = labFieldId(lesson, name).replace("-lab-", "-");
  for (const ask of blocks.filter((each) => each.name === "ask"))
    if (!ask.attributes?.id?.startsWith(`${prefix}-`))
      complain(lineOf(ask), `the ids of its questions begin with ${prefix}-`);
  for (const { line, message } of rhythmFaults(tree, "topic")) complain(line, message);
}

function checkPlan(name: string, front: LabFront, complain: Complain): void {
  const step = PACING.find((each) => each.kind === "lab" && each.lab === name);
  if (step?.kind !== "lab") return;
  const { form = "lab", title, minutes, lessonId } = step;
  const plan = "(src/domain/study/pacing.ts)";
  if (form !== front.kind) complain(2, `the plan has ${name} as a ${form} ${plan}`);
  if (lessonId !== String(front.lesson)) complain(2, `the plan has ${name} in lesson ${lessonId} ${plan}`);
  if (title !== front.title) complain(2, `the plan calls this ${form} "${title}" ${plan}`);
  if (minutes !== front.minutes) complain(2, `the plan has ${minutes} minutes for this ${form} ${plan}`);
}
