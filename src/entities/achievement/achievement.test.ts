import { expect, test } from "vitest";
import { earnedAchievements, QUIZ_MASTER_QUIZZES, quizMasterCount } from "./achievement.ts";

test("achievements are earned for completing one lesson, five lessons and all lessons (S-110, S-049)", () => {
  expect(earnedAchievements(0)).toEqual([]);
  expect(earnedAchievements(1)).toEqual(["first_lesson"]);
  expect(earnedAchievements(4)).toEqual(["first_lesson"]);
  expect(earnedAchievements(5)).toEqual(["first_lesson", "5_lessons"]);
  expect(earnedAchievements(10)).toEqual(["first_lesson", "5_lessons"]);
  expect(earnedAchievements(11)).toEqual(["first_lesson", "5_lessons", "course_complete"]);
});

test("Quiz Master requires five scores of ninety or more (S-111)", () => {
  expect(quizMasterCount([90, 100, 100, 95, 89, null])).toBe(QUIZ_MASTER_QUIZZES - 1);
  expect(quizMasterCount([90, 100, 100, 95, 90, null])).toBe(QUIZ_MASTER_QUIZZES);
});
