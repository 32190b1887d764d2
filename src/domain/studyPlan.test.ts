import { expect, test } from "vitest";
import { LESSON_IDS, type LessonId } from "./ids.ts";
import { PACING, REVIEWS } from "./pacing.ts";
import { addDays, isLocalDay, type LocalDay } from "./studyDays.ts";
import {
  type Done,
  dateOf,
  firstDayOfStudy,
  isRestDay,
  nextStep,
  planDay,
  reviewDueOn,
  stepTitle,
} from "./studyPlan.ts";

function day(text: string): LocalDay {
  if (!isLocalDay(text)) throw new Error(`${text} is no day`);
  return text;
}
const START = day("2026-11-21");
const done = (lessons: number, ...reviews: ("1" | "2" | "3" | "4")[]): Done => ({
  lessons: new Set(LESSON_IDS.slice(0, lessons)),
  reviews: new Set(reviews),
});
const title = (planDay: number, what: Done) => {
  const next = nextStep(planDay, what);
  return next.when === "finished" ? "finished" : `${next.when} ${next.step.kind} ${next.step.day}`;
};

test("day 1 of the plan is the start day, and day 30 is 29 days later", () => {
  expect(planDay(START, START)).toBe(1);
  expect(dateOf(START, 30)).toBe("2026-12-20");
});

test.each([
  ["a newcomer begins with lesson 1", 1, done(0), "now lesson 1"],
  ["before a start that was put off it is lesson 1 as well", -3, done(0), "now lesson 1"],
  ["after lesson 1 nothing more is planned for that day", 1, done(1), "later lesson 3"],
  ["on day 3 it is lesson 2", 3, done(1), "now lesson 3"],
  ["who is behind goes on with the lesson that comes next", 9, done(1), "now lesson 3"],
  ["on day 7 it is the review", 7, done(3), "now review 7"],
  ["a review of yesterday stands in nobody's way", 8, done(3), "now lesson 8"],
  ["and is offered again when nothing else is planned", 9, done(4), "now review 7"],
  ["who is ahead is told what comes next", 7, done(5, "1"), "later lesson 14"],
  ["the capstone is what is left at the end", 30, done(10, "1", "2", "3", "4"), "now lesson 28"],
  ["then the plan is finished", 30, done(11, "1", "2", "3", "4"), "finished"],
] as const)("%s", (_, planDay, what, expected) => {
  expect(title(planDay, what)).toBe(expected);
});

test("only days between two steps are rest days, not days before or after the plan", () => {
  expect(isRestDay(START, START)).toBe(false);
  expect(isRestDay(START, addDays(START, 1))).toBe(true);
  expect(isRestDay(START, addDays(START, 29))).toBe(false);
  expect(isRestDay(START, addDays(START, 30))).toBe(false);
  expect(isRestDay(START, addDays(START, -1))).toBe(false);
});

test("every step of the plan has its own title", () => {
  expect(new Set(PACING.map(stepTitle)).size).toBe(PACING.length);
});

test("a review is due on its day, later for slower learners, and not while one of its lessons is incomplete", () => {
  const [first] = REVIEWS;
  const on = (days: Partial<Record<LessonId, string>>) => (lessonId: LessonId) =>
    days[lessonId] ? day(days[lessonId]) : null;
  const quick = on({ "1": "2026-11-21", "2": "2026-11-21", "3": "2026-11-22" });
  expect(reviewDueOn(first, START, quick)).toBe("2026-11-27");
  const slow = on({ "1": "2026-11-21", "2": "2026-12-10", "3": "2026-12-01" });
  expect(reviewDueOn(first, START, slow)).toBe("2026-12-12");
  expect(reviewDueOn(first, START, on({ "1": "2026-11-21", "3": "2026-11-22" }))).toBeNull();
});

test.each([
  ["nobody has begun before the first day of study", [], null, null],
  ["it is the first day of study", ["2026-11-23", "2026-11-22"], "2026-11-20", "2026-11-22"],
  [
    "a clock ten years behind does not make it begin before the course was opened",
    ["2025-01-01"],
    "2026-11-20",
    "2026-11-20",
  ],
  ["a clock ten years ahead does not put it off", ["2036-11-21", "2026-11-22"], "2026-11-20", "2026-11-22"],
  ["days in the future alone are no beginning", ["2036-11-21"], "2026-11-20", null],
  [
    "before the server has said when the course opened, the days alone decide",
    ["2026-11-19"],
    null,
    "2026-11-19",
  ],
])("the plan's first day: %s", (_, days, opened, expected) => {
  const facts = { opened: opened === null ? null : day(opened), today: day("2026-11-24") };
  expect(firstDayOfStudy(new Set(days.map(day)), facts)).toBe(expected);
});
