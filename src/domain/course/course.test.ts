import { expect, test } from "vitest";
import { COURSE, LESSON_MINUTES, TOTAL_LESSONS } from "./course.ts";

test("the flagship course has the advertised title, length and number of lessons (S-123, S-109)", () => {
  expect(COURSE).toMatchObject({
    id: "ai-fluency-30-days",
    title: "AI Fluency in 30 Days",
    programme: "Core Program",
    level: "Beginner to Intermediate",
    days: 30,
  });
  expect(COURSE.modules).toHaveLength(4);
  expect(TOTAL_LESSONS).toBe(11);
  expect(LESSON_MINUTES).toBe(30);
});

test("the modules contain lessons 1–3, 4–5, 6–7 and 8–11 (S-050)", () => {
  const placement = COURSE.modules.map((module) => [module.id, ...module.lessons.map((lesson) => lesson.id)]);
  expect(placement).toEqual([
    ["1", "1", "2", "3"],
    ["2", "4", "5"],
    ["3", "6", "7"],
    ["4", "8", "9", "10", "11"],
  ]);
});
