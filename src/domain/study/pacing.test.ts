import { expect, test } from "vitest";
import { COURSE } from "../course/course.ts";
import { LESSON_IDS } from "../ids.ts";
import { DAYS, LABS, PACING, REVIEW_DAYS } from "./pacing.ts";

test("the study plan contains every lesson once, in order", () => {
  const lessons = PACING.flatMap((step) => (step.kind === "lesson" ? [step.lessonId] : []));
  expect(lessons).toEqual(LESSON_IDS);
});

test("the study plan has steps for every day of the course, in order", () => {
  expect(DAYS.map(({ day }) => day)).toEqual(Array.from({ length: COURSE.days }, (_, index) => index + 1));
  expect(DAYS.flatMap(({ steps }) => steps)).toEqual(PACING);
});

test("the study plan has thirteen tasks, six topics and a lab of each name, once", () => {
  const count = (form?: string) => LABS.filter((step) => step.form === form).length;
  expect([count("task"), count("topic")]).toEqual([13, 6]);
  expect(new Set(LABS.map(({ lab }) => lab)).size).toBe(LABS.length);
});

test("the study plan has reviews on days 7, 13, 19 and 27, each after its lesson", () => {
  expect([...REVIEW_DAYS]).toEqual([
    ["3", 7],
    ["5", 13],
    ["7", 19],
    ["10", 27],
  ]);
  for (const [lessonId, day] of REVIEW_DAYS) {
    const lesson = PACING.find((step) => step.kind === "lesson" && step.lessonId === lessonId);
    expect(lesson?.day).toBeLessThan(day);
  }
});
