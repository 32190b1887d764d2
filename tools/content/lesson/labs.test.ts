import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { allIslands } from "../../../src/domain/course/pack.ts";
import { VALID_COURSE, writeCourse } from "../courseFixture.ts";
import { readCourse } from "../readCourse.ts";

const FOLDER = new URL("../../../content/labs/sort-mail/", import.meta.url);
const LAB = readFileSync(new URL("lab.md", FOLDER), "utf8");
const DATA = readFileSync(new URL("data.yaml", FOLDER), "utf8");

function compiled(lab: string | null, data: string | null = DATA, name = "sort-mail") {
  return readCourse(
    writeCourse({
      ...VALID_COURSE,
      ...(lab === null ? {} : { [`../labs/${name}/lab.md`]: lab }),
      ...(data === null ? {} : { [`../labs/${name}/data.yaml`]: data }),
    }),
  );
}

function faultsOf(...course: Parameters<typeof compiled>): string[] {
  const read = compiled(...course);
  return "errors" in read ? read.errors.map(({ file, line, message }) => `${file}:${line}: ${message}`) : [];
}

test("a lab is part of its lesson, with its data and the fields that store its state and its answer", () => {
  const read = compiled(LAB);
  if ("errors" in read) throw new Error(JSON.stringify(read.errors));
  const [pack] = read.packs;
  expect(pack?.labs).toMatchObject([
    { name: "sort-mail", title: "Teach a machine to sort mail", minutes: 12 },
  ]);
  expect(pack && allIslands(pack)).toMatchObject([
    { kind: "lab", id: "l01-lab-sort-mail", name: "sort-mail", data: { place: "Eastfield" } },
    { kind: "field", id: "l01-lab-labels" },
  ]);
  expect(pack?.labs?.[0]?.html).toContain('data-island="l01-lab-sort-mail"');
});

test("what a lab teaches is folded below it, so that a learner predicts first", () => {
  const read = compiled(LAB);
  if ("errors" in read) throw new Error(JSON.stringify(read.errors));
  const html = read.packs[0]?.labs?.[0]?.html ?? "";
  const [above = "", folded = ""] = html.split('<details class="fold after-lab">');
  expect(above).toMatch(/<h2[^>]*>Try it<\/h2>.*data-island="l01-lab-sort-mail"><\/div>$/s);
  expect(folded).toMatch(/What you just saw<\/h2>.*data-island="l01-lab-labels".*<\/details>$/s);
});

test.each([
  ["without lab.md", null, DATA, "labs/sort-mail:1: the lab has no lab.md"],
  ["without data", LAB, null, "labs/sort-mail/lab.md:1: the lab has no data.yaml beside it"],
  ["without front matter", LAB.split("---\n")[2], DATA, "lab.md:1: a lab begins with front matter"],
  ["of no lesson", LAB.replace("lesson: 1", "lesson: 12"), DATA, "lab.md:2: lesson is not in the course"],
  [
    "with another title than in the plan",
    LAB.replace("title: Teach a machine", "title: Teach a computer"),
    DATA,
    'lab.md:2: the plan calls this lab "Teach a machine to sort mail"',
  ],
  [
    "without a part of the frame",
    LAB.replace("## Where it stops being true", "## Limits"),
    DATA,
    "a lab has the headings Try it, What you just saw, Where it stops being true",
  ],
  ["that does not run", LAB.replace("::lab\n", ""), DATA, "lab.md:1: a lab needs the line ::lab once"],
  ["without a question", LAB.replace(/^::field.*$/m, ""), DATA, "a lab needs one ::field"],
  [
    "with a message too few",
    LAB,
    DATA.replace(/ {2}- text: Thank you for the repair.*\n.*\n/, ""),
    "data.yaml:2: examples must have 20 messages",
  ],
  [
    "with a wrong label",
    LAB,
    DATA.replace("urgent: true", "urgent: maybe"),
    "data.yaml:4: example 1, urgent must be",
  ],
])("a lab %s is refused, with the line", (_, lab, data, expected) => {
  expect(faultsOf(lab ?? null, data)).toContainEqual(expect.stringContaining(expected));
});

test("a lab that no code runs is refused", () => {
  expect(faultsOf(LAB, DATA, "no-such-lab")).toContainEqual(
    "content/labs/no-such-lab:1: the lab has no src/features/labs/no-such-lab/data.ts",
  );
});

test("a lesson cannot run a lab in its own text", () => {
  const lesson = VALID_COURSE["01-one/lesson.md"]?.concat("\n::lab\n") ?? "";
  const read = readCourse(writeCourse({ ...VALID_COURSE, "01-one/lesson.md": lesson }));
  expect("errors" in read && read.errors[0]?.message).toBe("lab is allowed only in a lab");
});
