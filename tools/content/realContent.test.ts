import { join } from "node:path";
import { expect, test } from "vitest";
import { LESSON_MINUTES, outlineLesson } from "../../src/domain/course/course.ts";
import { formatError } from "./contentError.ts";
import { compileCourse } from "./readCourse.ts";
import { validateCourse } from "./validate/validateCourse.ts";

const course = compileCourse(join(import.meta.dirname, "..", "..", "content"));

test("the course compiles and follows the outline (S-050, S-109)", () => {
  expect(course.errors.map(formatError)).toEqual([]);
  expect(course.packs.slice(0, 2).map((pack) => pack.lessonId)).toEqual(["1", "2"]);
  for (const pack of course.packs) {
    expect(pack.title).toBe(outlineLesson(pack.lessonId).title);
    expect(pack.minutes).toBe(LESSON_MINUTES);
    expect(pack.quiz.questions).toHaveLength(5);
    for (const question of pack.quiz.questions) expect(question.options).toHaveLength(4);
  }
});

test("every lesson follows the editorial rules: shape, length, plain words, dates for cited law, fair quizzes", () => {
  expect(validateCourse(course).map(formatError)).toEqual([]);
});

test("no lesson needs a script, an inline style or content from another site", () => {
  for (const { html, sheets = [] } of course.packs)
    for (const each of [html, ...sheets.map((sheet) => sheet.html)])
      expect(each).not.toMatch(/<script| style=| on\w+=|<(img|iframe|link|object)\b| src=/);
});

test("the opening of every lesson is a short prefix of its HTML and ends between two elements", () => {
  const depthOf = (html: string) =>
    (html.match(/<(p|section|h\d|ul|ol|div|details)\b/g) ?? []).length -
    (html.match(/<\/(p|section|h\d|ul|ol|div|details)>/g) ?? []).length;
  for (const { html, opening = "" } of course.packs) {
    expect(opening).not.toBe("");
    expect(html.startsWith(opening)).toBe(true);
    expect([depthOf(opening), depthOf(html.slice(opening.length))]).toEqual([0, 0]);
    expect(opening.length).toBeLessThan(html.length / 4);
  }
});
