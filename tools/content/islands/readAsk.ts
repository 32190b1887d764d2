import { createHash } from "node:crypto";
import type { ListItem, Paragraph } from "mdast";
import { ASK_FORMS, type AskIsland } from "../../../src/domain/course/island.ts";
import { plainText } from "../text/plainText.ts";
import { ANSWERED_NAME, editionOf } from "./answered.ts";
import type { IslandBlock, IslandReader } from "./islandReaders.ts";
import { fieldPrefix } from "./markFieldId.ts";

/** How many answers a question may have, by its form. */
const ANSWERS: Record<AskIsland["as"], readonly [least: number, most: number]> = {
  one: [2, 4],
  all: [2, 4],
  scale: [3, 4],
  order: [3, 4],
  words: [3, 8],
};

/** `:::ask{id question as}` around a task list: what a learner may answer, what is right, and why. */
export const readAsk: IslandReader = (block) => {
  const { line, attributes, lessonId, inlineHtml, complain } = block;
  const { id, question } = attributes;
  const as = ASK_FORMS.find((each) => each === attributes.as);
  const items = answersIn(block);
  if (!id || !question || !as || !items) return undefined;
  const prefix = lessonId ? fieldPrefix(lessonId) : "";
  if (!ANSWERED_NAME.test(id) || !id.startsWith(prefix))
    complain(line, `the question ${id} must be named ${prefix}…, in lower case and with hyphens`);

  const [least, most] = ANSWERS[as];
  if (items.length < least || items.length > most)
    complain(line, `ask has ${items.length} answers, needs ${least} to ${most} as "${as}"`);
  const right = items.flatMap(({ checked }, index) => (checked ? [index] : []));
  checkRight(as, items.length, right.length, (message) => complain(line, message));

  const texts = items.map(({ children: [answer] }) => (answer ? plainText(answer).trim() : ""));
  const edition = editionOf([as, question, texts, right]);
  // The position of each answer on the page, by its place in the file.
  const shown = as === "order" ? shuffled(id, texts) : texts.map((_, index) => index);
  const answers = shown.map((place) => {
    const [answer, why] = (items[place]?.children ?? []) as Paragraph[];
    if (!why && as !== "words")
      complain(items[place]?.position?.start.line ?? line, "an answer of ask needs its reason below it");
    return { text: inlineHtml(answer), ...(why ? { why: inlineHtml(why) } : {}) };
  });
  const after = block.content.slice(1).map((each) => inlineHtml(each as Paragraph));
  return {
    kind: "ask",
    id,
    as,
    question,
    edition,
    answers,
    right: as === "order" ? texts.map((_, place) => shown.indexOf(place)) : right,
    ...(after.length > 0 ? { after } : {}),
  };
};

/** The items of the task list, or undefined if the block has another form. */
function answersIn({ content: [list, ...after], line, complain }: IslandBlock): ListItem[] | undefined {
  const isTaskList =
    list?.type === "list" &&
    list.children.every(
      ({ checked, children }) =>
        typeof checked === "boolean" && children.length <= 2 && children.every(isParagraph),
    );
  if (isTaskList && after.every(isParagraph)) return list.children;
  complain(line, "ask needs a task list: “- [ ] An answer”, below it one paragraph with the reason");
  return undefined;
}

function isParagraph({ type }: { type: string }): boolean {
  return type === "paragraph";
}

function checkRight(
  as: AskIsland["as"],
  answers: number,
  right: number,
  complain: (message: string) => void,
): void {
  if (as === "order") {
    if (right > 0) complain('ask has a ticked answer: as "order" the answers stand in the right order');
  } else if (as === "one" || as === "scale") {
    if (right !== 1) complain(`ask has ${right} ticked answers, needs 1 as "${as}"`);
  } else if (right === 0 || right === answers)
    complain(`ask has ${right} ticked answers of ${answers}: some must be right, and not all`);
}

/** The indices in an order that is not the right one and stays the same as long as the texts do. */
function shuffled(id: string, texts: readonly string[]): number[] {
  const keyOf = (text: string) => createHash("sha256").update(`${id} ${text}`).digest("hex");
  const order = texts
    .map((text, index) => ({ index, key: keyOf(text) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ index }) => index);
  const isInOrder = order.every((place, index) => place === index);
  return isInOrder ? [...order.slice(1), ...order.slice(0, 1)] : order;
}
