import { expect, test } from "vitest";
import { allIslands } from "../../../src/domain/course/pack.ts";
import { VALID_COURSE, writeCourse } from "../courseFixture.ts";
import { readCourse } from "../readCourse.ts";

const POINT = (name: string) => `- ${name}\n\n  Yes: it is there. Not yet: it is not.\n`;
const TASK = `---
kind: task
lesson: 1
title: Choose your assistant
purpose: Find out what a tool does with your words.
minutes: 17
work: 12
---

## What you do

Two sentences.

## Words to copy

:::copy[Paste this]
First paragraph.

1. One
2. Two
:::

## Paste what came back

::field{id="l01-task-choose-a-tool" label="The answer" hint="Remove names first." lines=8}

## Mark it

Mark what came back.

:::rubric
${["One", "Two", "Three", "Four"].map(POINT).join("")}:::

## Two examples

:::specimen[A strong result, written by us]
Strong.
:::

:::specimen[A weak result, written by us]
Weak.
:::

## Without an account

Ask a partner.
`;
const TOPIC = `---
kind: topic
lesson: 1
title: A topic
purpose: Know more.
minutes: 5
sources:
  - { title: A report, date: "2026", label: S1, named: A newspaper }
---

## One

A newspaper says so.

:::ask{id="l01-my-topic-a" question="Is it?" as="one"}
- [x] Yes

  It is.
- [ ] No

  It is not.
:::

## Two

::field{id="l01-topic-my-topic" label="For you"}

## Three

${"word ".repeat(300)}

::field{id="l01-topic-my-topic-more" label="And"}

::done
`;

function compiled(name: string, text: string, more: Record<string, string> = {}) {
  return readCourse(writeCourse({ ...VALID_COURSE, [`../labs/${name}/lab.md`]: text, ...more }));
}

function faultsOf(...args: Parameters<typeof compiled>): string[] {
  const read = compiled(...args);
  return "errors" in read ? read.errors.map(({ message }) => message) : [];
}

test("a task is a page of its lesson, done by marking its points", () => {
  const read = compiled("choose-a-tool", TASK);
  if ("errors" in read) throw new Error(JSON.stringify(read.errors));
  const [pack] = read.packs;
  expect(pack?.labs).toMatchObject([{ name: "choose-a-tool", kind: "task", minutes: 17 }]);
  expect(pack?.labs?.[0]).not.toHaveProperty("work");
  expect(pack && allIslands(pack)).toMatchObject([
    { kind: "field", id: "l01-task-choose-a-tool" },
    {
      kind: "lab",
      id: "l01-lab-choose-a-tool",
      name: "rubric",
      data: { points: [{ point: "One", how: "Yes: it is there. Not yet: it is not." }, {}, {}, {}] },
    },
  ]);
  const html = pack?.labs?.[0]?.html ?? "";
  expect(html).toMatch(/<div class="copy-words">\s*<p>First paragraph.<\/p>\s*<ol>/);
  expect(html).toMatch(/data-island="l01-lab-choose-a-tool"><div class="table-scroll" data-shape>.*One/);
});

test("a topic is a page of its lesson with its own sources, done by a button", () => {
  const read = compiled("my-topic", TOPIC);
  if ("errors" in read) throw new Error(JSON.stringify(read.errors));
  const [pack] = read.packs;
  expect(pack?.labs).toMatchObject([{ kind: "topic", sources: [{ title: "A report", label: "S1" }] }]);
  expect(pack && allIslands(pack).at(-1)).toEqual({
    kind: "lab",
    id: "l01-lab-my-topic",
    name: "done",
    data: {},
  });
});

test.each([
  [
    "in another order",
    TASK.replace("## Mark it", "## Mark this"),
    "a task has the headings What you do, Words",
  ],
  ["without a rubric", TASK.replace(/:::rubric[\s\S]*?:::/, ""), "a task needs a block :::rubric once"],
  ["with three points", TASK.replace(POINT("One"), ""), "rubric needs a list of 4 or 5 points"],
  [
    "with minutes that its words do not take",
    TASK.replace("work: 12", "work: 2"),
    "minutes is 17, but the count is",
  ],
  [
    "with other minutes than in the plan",
    TASK.replace("minutes: 17", "minutes: 16"),
    "the plan has 17 minutes for",
  ],
  [
    "with a field of another name",
    TASK.replace("l01-task-choose-a-tool", "l01-tool"),
    "has the id l01-task-choose-a",
  ],
  [
    "with an example of nobody",
    TASK.replace("weak result, written by us", "weak result"),
    "a task has two specimens",
  ],
  ["that runs a lab", TASK.replace("Ask a partner.", "::lab"), "the line ::lab is not for a task"],
])("a task %s is refused", (_, text, expected) => {
  expect(faultsOf("choose-a-tool", text)).toContainEqual(expect.stringContaining(expected));
});

test("a task may ask for the fields that the capstone needs, under their own ids", () => {
  const own = '::field{id="l01-task-choose-a-tool" label="What it said"}';
  const moved = ["l01-system", "l01-monday"].map((id) => `::field{id="${id}" label="Moved"}`).join("\n\n");
  const faults = faultsOf("choose-a-tool", TASK.replace(/::field\{[^}]*\}/, `${moved}\n\n${own}`));
  expect(faults.filter((fault) => /::field|has the id/.test(fault))).toEqual([]);
});

test("what a learner wrote in a task can be shown elsewhere, with the address of the task", () => {
  const shown = TOPIC.replace("::done", '::workbook{from="l01-task-choose-a-tool"}\n\n::done');
  const read = compiled("choose-a-tool", TASK, { "../labs/my-topic/lab.md": shown });
  if ("errors" in read) throw new Error(JSON.stringify(read.errors));
  const islands = read.packs[0] ? allIslands(read.packs[0]) : [];
  expect(islands.find(({ kind }) => kind === "workbook")).toMatchObject({
    fields: [{ id: "l01-task-choose-a-tool", lessonId: "1", lab: "choose-a-tool" }],
  });
});

test("the titles of a long task stay below its headings, because it is not cut into steps", () => {
  const words = "word ".repeat(300);
  const second = `${words}\n\n${words}\n\n:::copy[Paste that]\nMore.\n:::\n\n## Paste what`;
  const long = TASK.replace("minutes: 17", "minutes: 19").replace("## Paste what", second);
  const read = compiled("long-task", long.replaceAll("choose-a-tool", "long-task"));
  if ("errors" in read) throw new Error(JSON.stringify(read.errors));
  expect(read.packs[0]?.labs?.[0]?.html).toContain('<h3 class="block-title" id="s-paste-that">');
});

test("a task has no data", () => {
  const more = { "../labs/choose-a-tool/data.yaml": "a: 1\n" };
  expect(faultsOf("choose-a-tool", TASK, more)).toContainEqual("a task has no data.yaml");
});

test.each([
  [
    "that does not end with ::done",
    TOPIC.replace("::done", "::done\n\nMore."),
    "the last line of a topic is ::done",
  ],
  ["that never asks", TOPIC.replace("word ".repeat(300), "word ".repeat(1300)), "needs one for each 2"],
  ["with a question of another name", TOPIC.replace("l01-my-topic-a", "l01-a"), "begin with l01-my-topic-"],
  ["that does not name its only report", TOPIC.replace("A newspaper says", "Some say"), 'as "A newspaper"'],
  ["with work", TOPIC.replace("minutes: 5", "minutes: 5\nwork: 2"), "work is only for a task"],
])("a topic %s is refused", (_, text, expected) => {
  expect(faultsOf("my-topic", text)).toContainEqual(expect.stringContaining(expected));
});
