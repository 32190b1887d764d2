import { expect, test } from "vitest";
import { formatError } from "../contentError.ts";
import { VALID_COURSE, writeCourse } from "../courseFixture.ts";
import { compileCourse } from "../readCourse.ts";
import { datedSentences, dateFaults, dateReport } from "./dates.ts";

function course(on: string) {
  const lesson = VALID_COURSE["01-one/lesson.md"] ?? "";
  const quiz = VALID_COURSE["01-one/quiz.yaml"] ?? "";
  return compileCourse(
    writeCourse({
      ...VALID_COURSE,
      "01-one/lesson.md": `${lesson}\nBefore. :expires[The **new** rule is a draft.]{on="${on}"} After.\n`,
      "01-one/quiz.yaml": quiz.replace("Because of That.", "Because of That. # expires: 2027-01-31"),
    }),
  );
}
const at = (day: string) => Date.parse(`${day}T12:00:00Z`);

test("a dated sentence is published as its text, and a date in a quiz is not", () => {
  const { packs, errors } = course("2026-12-02");
  expect(errors).toEqual([]);
  expect(packs[0]?.html).toContain("<p>Before. The <strong>new</strong> rule is a draft. After.</p>");
  expect(packs[0]?.quiz.questions[0]?.explanations).toContain("Because of That.");
});

test.each([
  ["2026-11-10", [], []],
  ["2026-11-20", ["check by 2026-12-02: The new rule is a draft."], []],
  ["2026-12-02", [], ["had to be checked on 2026-12-02: The new rule is a draft."]],
])("on %s, authors read which sentences must be checked", (day, due, late) => {
  const { lines, passed } = dateReport(datedSentences(course("2026-12-02").lessons), at(day));
  expect(lines.slice(0, -1).map((each) => each.replace(/^.*?: /, ""))).toEqual(due);
  expect(passed.map(({ message }) => message)).toEqual(late);
  expect(lines.at(-1)).toMatch(
    late.length ? /on 2027-01-31 \(content\/lessons\/01-one\/quiz.yaml:/ : /on 2026-12-02 \(.*lesson.md:25\)/,
  );
});

test("a date that is none is a mistake", () => {
  expect(dateFaults(datedSentences(course("2 December").lessons)).map(formatError)).toEqual([
    'content/lessons/01-one/lesson.md:25: expires on "2 December", needs a date such as 2026-12-02',
  ]);
});
