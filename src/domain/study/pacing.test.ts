import { expect, test } from "vitest";
import { COURSE } from "../course/course.ts";
import { LESSON_IDS } from "../ids.ts";
import { PACING, REVIEW_DAYS } from "./pacing.ts";

test("the study plan contains every lesson once, in order", () => {
  const lessons = PACING.flatMap((step) => (step.kind === "lesson" ? [step.lessonId] : []));
  expect(lessons).toEqual(LESSON_IDS);
});

test("the study plan has one step for every day of the course", () => {
  expect(PACING.map(({ day }) => day)).toEqual(Array.from({ length: COURSE.days }, (_, index) => index + 1));
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
