import { expect, test } from "vitest";
import { parseMarkdown } from "../text/markdown.ts";
import { readableText } from "../text/readableText.ts";
import { checkSteps } from "./checkSteps.ts";
import { cutSteps } from "./cutSteps.ts";

const WORDS_PER_MINUTE = 200;
/** A paragraph that takes this many minutes to read. */
const text = (minutes: number, word = "word") => `${word} `.repeat(minutes * WORDS_PER_MINUTE).trim();
const lines = (...parts: string[]) => parts.join("\n\n");
const cut = (...parts: string[]) => cutSteps(parseMarkdown(lines(...parts)));
const titles = (...parts: string[]) => cut(...parts).map(({ title }) => title);
const minutes = (...parts: string[]) => cut(...parts).map((step) => Number(step.minutes.toFixed(1)));

test("a lesson is cut at its sections and before each block that is a separate part", () => {
  const lesson = [
    "## Before you start",
    ":::recall[Two questions]{minutes=2}\nWords.\n:::",
    ":::case[The letter]{minutes=3}\nWords.\n:::",
    ":::source\nWords.\n:::",
    "## Idea 1: one thing",
    text(2),
    "## One sentence to keep",
    ":::reflection[On Monday]{minutes=1}\nWords.\n:::",
  ];
  expect(titles(...lesson)).toEqual(["Before you start", "The letter", "One thing", "One sentence to keep"]);
  expect(minutes(...lesson)).toEqual([2, 3, 2, 1]);
});

test("less than a minute is joined: an introduction to its block, everything else to what precedes it", () => {
  const lesson = [
    "## A",
    text(1.5),
    "## Short",
    "Words.",
    "## See it done",
    "Now watch.",
    ":::example[The map]{minutes=2}\nWords.\n:::",
    "The end.",
  ];
  expect(titles(...lesson)).toEqual(["A", "The map"]);
  expect(minutes(...lesson)).toEqual([1.5, 2]);
  expect(titles("Hello.", "## A", text(1.5))).toEqual(["A"]);
});

test.each([
  ["before a deeper heading", [text(2), text(0.5), "### Deeper", text(1.5)], "### Deeper"],
  ["before a paragraph after a block", [text(1.8), "- a\n- b", text(0.2, "here"), text(1.5)], "here"],
  ["in the middle of equal places", [text(1), text(1), text(1, "here"), text(1)], "here"],
  ["not between a paragraph and its list", [text(2), `- ${text(1.5)}`, text(1, "here")], "here"],
  ["not before a drawing", [text(2), `![${text(0.8)}](a.svg)`, text(1.2, "here")], "here"],
  ["not before a source", [text(2), `:::source\n${text(0.8)}\n:::`, text(1.2, "here")], "here"],
  [
    "not before a question",
    [text(2), `:::ask{question="Why?"}\n- [x] It is\n:::`, text(1.2, "here")],
    "here",
  ],
])("a part of more than three minutes is cut again %s", (_where, parts, first) => {
  const steps = cut("## A", ...parts);
  expect(steps).toHaveLength(2);
  const begins = steps[1]?.nodes[0];
  expect(begins && readableText(begins)).toMatch(new RegExp(`^${first.replace("### ", "")}\\b`));
});

test("a long part stays whole if every cut would leave less than a minute or separate what belongs together", () => {
  expect(cut("## A", text(2.9), text(0.5))).toHaveLength(1);
  expect(cut("## A", `- ${text(4)}`)).toHaveLength(1);
  expect(cut("## A", text(0.99), "### A deeper heading", text(2.5))).toHaveLength(1);
});

test("the author's cuts replace the automatic ones in their section only", () => {
  const lesson = [
    "## A",
    text(1),
    "::step[Then]",
    text(0.6),
    ":::case[C]{minutes=3}\nWords.\n:::",
    "## B",
    text(2),
    "### Deeper",
    text(2),
  ];
  expect(titles(...lesson)).toEqual(["A", "Then", "B", "Deeper"]);
  expect(minutes(...lesson)).toEqual([1, 3.6, 2, 2]);
});

test("a cut above a heading belongs to that heading's section, and keeps it from being joined", () => {
  expect(titles("## A", text(2), "## B", text(0.6))).toEqual(["A"]);
  expect(titles("## A", text(2), "::step", "## B", text(0.6))).toEqual(["A", "B"]);
  expect(titles("::step[Better]", "## A", text(2), "## B", text(4), text(1))).toEqual(["Better", "B", null]);
});

test("a cut inside an example continues it as a second block, with the minutes divided by their texts", () => {
  const tree = parseMarkdown(
    lines(
      "## A",
      text(1),
      "::::example[The *map*]{minutes=4}",
      text(1),
      "::step[Your part]",
      ':::turn{ask="Why?"}',
      text(3),
      ":::",
      "::::",
    ),
  );
  const example = tree.children[2];
  const turn = example?.type === "containerDirective" ? example.children.at(-1) : undefined;
  const steps = cutSteps(tree);
  expect(steps.map(({ title, minutes: each }) => [title, Math.round(each)])).toEqual([
    ["The map", 2],
    ["Your part", 3],
  ]);
  const [first, second] = [steps[0]?.nodes.at(-1), steps[1]?.nodes[0]];
  // A part does not claim the minutes of the whole block.
  expect(first).toMatchObject({ name: "example", attributes: {} });
  expect(second).toMatchObject({ name: "example", attributes: {} });
  expect(second && readableText(second)).toMatch(/^Your part Why\?/);
  // Keys of blocks are looked up by their nodes.
  expect(second?.type === "containerDirective" && second.children.includes(turn as never)).toBe(true);
  expect(example).toMatchObject({ children: { length: 4 } });
});

test("fields take a minute each, and a learner opens one of the three variants", () => {
  const variant = (audience: string) => `:::variant{for="${audience}"}\n${text(0.6)}\n:::`;
  const variants = ["student", "ngo", "professional"].map(variant);
  expect(minutes("## A", text(1), ...variants, '::field{id="l01-a" label="B"}')).toEqual([2.6]);
});

test("a step without a heading or a titled block takes its title from a definition, or has none", () => {
  expect(titles(text(2), ':::definition{term="Token"}\nWords.\n:::')).toEqual(["Token"]);
  expect(titles(text(2))).toEqual([null]);
});

test.each([
  [
    "in a list",
    "- a\n\n  ::step[B]\n",
    3,
    "step must be at the top level or directly in activity or example",
  ],
  [
    "in another block",
    ":::note\nA.\n\n::step[B]\n\nC.\n:::",
    4,
    "step must be at the top level or directly in activity or example",
  ],
  [
    "in a block within an example",
    "::::example\nA.\n\n:::note\nA.\n\n::step\n\nB.\n:::\n::::",
    7,
    "step must be at the top level or directly in activity or example",
  ],
  ["twice in a row", "A.\n\n::step[B]\n\n::step[C]\n\nD.", 5, "step follows another step: keep one of them"],
  [
    "directly after a heading",
    "## A\n\n::step[B]\n\nC.",
    3,
    "step comes directly after a heading: put it above the heading",
  ],
  ["at the end", "A.\n\n::step[B]", 3, "nothing follows the step"],
  ["at the end of an activity", ":::activity\nA.\n\n::step[B]\n:::", 4, "nothing follows the step"],
  [
    "at the beginning of an activity",
    ":::activity[A]\n::step[B]\n\nC.\n:::",
    2,
    "step is the first line in activity: put it above the block",
  ],
])("a cut %s is reported with its line", (_where, source, line, message) => {
  const errors: [number, string][] = [];
  checkSteps(parseMarkdown(source), (...error) => errors.push(error));
  expect(errors).toEqual([[line, message]]);
});

test("a cut above the first heading, between elements or inside an example is not an error", () => {
  const errors: string[] = [];
  const source = lines(
    "---\na: b\n---",
    "::step[A]",
    "## A",
    "Words.",
    "::step",
    "- a",
    ":::example",
    "A.",
    "::step[B]",
    "B.",
    ":::",
  );
  checkSteps(parseMarkdown(source), (_line, message) => errors.push(message));
  expect(errors).toEqual([]);
});
