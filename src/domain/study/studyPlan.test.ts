import { expect, test } from "vitest";
import { LESSON_IDS, type LessonId } from "../ids.ts";
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
  ["a new learner begins with lesson 1", 1, done(0), "now lesson 1"],
  ["lesson 1 is also next before a postponed start", -3, done(0), "now lesson 1"],
  ["nothing else is planned for the day of lesson 1", 1, done(1), "later lesson 3"],
  ["lesson 2 is due on day 3", 3, done(1), "now lesson 3"],
  ["a learner who is behind continues with the next lesson", 9, done(1), "now lesson 3"],
  ["the first review is due on day 7", 7, done(3), "now review 7"],
  ["an overdue review does not block the next lesson", 8, done(3), "now lesson 8"],
  ["an overdue review is offered when nothing else is planned", 9, done(4), "now review 7"],
  ["a learner who is ahead sees the next step", 7, done(5, "1"), "later lesson 14"],
  ["the capstone is the last step", 30, done(10, "1", "2", "3", "4"), "now lesson 28"],
  ["the plan is finished after the capstone", 30, done(11, "1", "2", "3", "4"), "finished"],
] as const)("next step: %s", (_, planDay, what, expected) => {
  expect(title(planDay, what)).toBe(expected);
});

test("only days without a step within the plan are rest days, not days before or after it", () => {
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
  ["null before the first study day", [], null, null],
  ["the earliest study day", ["2026-11-23", "2026-11-22"], "2026-11-20", "2026-11-22"],
  [
    "not before the course was opened, even if a clock is ten years behind",
    ["2025-01-01"],
    "2026-11-20",
    "2026-11-20",
  ],
  ["not postponed by a clock ten years ahead", ["2036-11-21", "2026-11-22"], "2026-11-20", "2026-11-22"],
  ["null if all study days are in the future", ["2036-11-21"], "2026-11-20", null],
  [
    "decided by study days alone until the server has sent the opening day",
    ["2026-11-19"],
    null,
    "2026-11-19",
  ],
])("the plan's first day: %s", (_, days, opened, expected) => {
  const facts = { opened: opened === null ? null : day(opened), today: day("2026-11-24") };
  expect(firstDayOfStudy(new Set(days.map(day)), facts)).toBe(expected);
});
