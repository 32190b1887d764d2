import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const LESSON = `---
lesson: 1
module: 1
title: What AI Is, and What It Isn't
minutes: 30
objectives:
  - Tell two things apart
takeaways: [One thing., Another., A third.]
terms:
  - term: Model
    definition: What is left after learning.
sources:
  - { title: A book, label: P,
      date: "2024" }
---

## A heading

![A drawing](drawing.svg)

:::case[A title]{minutes=3}
At 10:30 something happened.
:::
`;

const DRAWING = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 100">
  <title>Short</title>
  <desc>Long</desc>
  <text x="2" y="20" font-size="16" class="d-accent" fill="currentColor">Words &amp; more</text>
</svg>
`;

const OPTION = (name: string) => `      - text: ${name}\n        explanation: Because of ${name}.\n`;
const QUESTION = `  - question: What now?\n    correct: 0\n    options:\n${["This", "That", "More", "Less"].map(OPTION).join("")}`;
const QUIZ = `questions:\n${QUESTION.repeat(5)}`;

export type CourseFiles = Record<string, string>;

/** The smallest course that compiles: one lesson with a drawing. Question 1 is on lines 2 to 12 of its quiz. */
export const VALID_COURSE: CourseFiles = {
  "01-one/lesson.md": LESSON,
  "01-one/quiz.yaml": QUIZ,
  "01-one/drawing.svg": DRAWING,
};

/** Writes a course into a new folder below the system's temporary folder and returns its path. */
export function writeCourse(files: CourseFiles): string {
  const content = join(mkdtempSync(join(tmpdir(), "course-")), "content");
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(content, "lessons", path)), { recursive: true });
    writeFileSync(join(content, "lessons", path), text);
  }
  return content;
}
