import { expect, test } from "vitest";
import { LESSON_IDS, type LessonId } from "../ids.ts";
import { latestBegun } from "./begun.ts";
import { LABS, PACING } from "./pacing.ts";
import { REVIEWS } from "./reviews.ts";
import { isLocalDay, type LocalDay } from "./studyDays.ts";
import {
  type Done,
  dateOf,
  firstDayOfStudy,
  isStepDone,
  nextStep,
  reviewDueOn,
  stepPath,
} from "./studyPlan.ts";

function day(text: string): LocalDay {
  if (!isLocalDay(text)) throw new Error(`${text} is no day`);
  return text;
}
const START = day("2026-11-21");
const done = (lessons: number, ...reviews: ("1" | "2" | "3" | "4")[]): Done => ({
  lessons: new Set(LESSON_IDS.slice(0, lessons)),
  labs: new Set(LABS.map(({ lab }) => lab)),
  reviews: new Set(reviews),
  isHandedIn: false,
});
type Facts = {
  lessons: number;
  reviews?: readonly ("1" | "2" | "3" | "4")[];
  begun?: LessonId;
  late?: number;
  /** The labs that are done. All of them, if left out. */
  labs?: readonly string[];
  isHandedIn?: boolean;
  /** The day of the plan on which a question comes back. */
  again?: number;
};
/** The next step of a learner who completed each lesson on its day of the plan, or `late` days later, or by today. */
function next(
  planDay: number,
  { lessons, reviews = [], begun, late = 0, labs, isHandedIn = false, again }: Facts,
): string {
  const today = dateOf(START, planDay);
  const what = { ...done(lessons, ...reviews), ...(labs ? { labs: new Set(labs) } : {}), isHandedIn };
  const completedOn = (lessonId: LessonId) => {
    const planned = PACING.find((step) => step.kind === "lesson" && step.lessonId === lessonId);
    const completed = dateOf(START, (planned?.day ?? 0) + late);
    return what.lessons.has(lessonId) ? ([completed, today].sort()[0] ?? null) : null;
  };
  const found = nextStep({
    today,
    start: START,
    done: what,
    completedOn,
    begun: begun ? { lessonId: begun } : null,
    againOn: again ? dateOf(START, again) : null,
  });
  if (found.when === "finished") return "finished";
  if (found.step.kind === "again") return `${found.when} again`;
  const { kind, day } = found.step;
  const name = found.step.kind === "lab" ? ` ${found.step.lab}` : "";
  return `${found.when} ${kind} ${day}${name}${found.when === "later" ? ` on ${found.on}` : ""}`;
}

test.each<[string, number, Facts, string]>([
  ["a new learner begins with lesson 1", 1, { lessons: 0 }, "now lesson 1"],
  ["lesson 1 is also next before a postponed start", -3, { lessons: 0 }, "now lesson 1"],
  ["nothing else is planned for the day of lesson 1", 1, { lessons: 1 }, "later lesson 3 on 2026-11-23"],
  ["lesson 2 is due on day 3", 3, { lessons: 1 }, "now lesson 3"],
  ["a learner who is behind continues with the next lesson", 9, { lessons: 1 }, "now lesson 3"],
  ["the first review is due on day 7", 7, { lessons: 3 }, "now review 7"],
  ["a review waits until its lessons are complete", 7, { lessons: 2 }, "now lesson 5"],
  ["a review is due two days after the last of its lessons", 10, { lessons: 3, late: 3 }, "now review 7"],
  ["an overdue review does not block the next lesson", 8, { lessons: 3 }, "now lesson 8"],
  ["an overdue review is offered when nothing else is planned", 9, { lessons: 4 }, "now review 7"],
  [
    "a learner who is ahead sees the next step",
    7,
    { lessons: 5, reviews: ["1"] },
    "later lesson 14 on 2026-12-04",
  ],
  ["a lesson that was begun comes before the plan's lesson", 8, { lessons: 3, begun: "6" }, "now lesson 14"],
  ["a lesson that was begun comes before a day of rest", 2, { lessons: 1, begun: "2" }, "now lesson 3"],
  ["a lesson that was begun comes before an overdue review", 9, { lessons: 4, begun: "5" }, "now lesson 11"],
  [
    "a review that is due today comes before a lesson that was begun",
    7,
    { lessons: 3, begun: "4" },
    "now review 7",
  ],
  ["a lesson that is complete is not begun again", 3, { lessons: 1, begun: "1" }, "now lesson 3"],
  ["the lab of today is next", 2, { lessons: 1, labs: [] }, "now lab 2 sort-mail"],
  [
    "the lab of tomorrow is next when nothing is left today",
    1,
    { lessons: 1, labs: [] },
    "later lab 2 sort-mail on 2026-11-22",
  ],
  [
    "the second step of today is next once the first is done",
    2,
    { lessons: 1, labs: ["sort-mail"] },
    "now lab 2 choose-a-tool",
  ],
  ["the task of a review's day follows the review", 7, { lessons: 3, labs: [] }, "now review 7"],
  [
    "the task of a review's day is next once the review is done",
    7,
    { lessons: 3, reviews: ["1"], labs: [] },
    "now lab 7 chain-and-check",
  ],
  ["a lesson comes before an overdue lab", 3, { lessons: 1, labs: [] }, "now lesson 3"],
  [
    "an overdue lab is offered when nothing else is planned",
    3,
    { lessons: 2, labs: [] },
    "now lab 2 sort-mail",
  ],
  ["an overdue review comes before an overdue lab", 8, { lessons: 4, labs: [] }, "now review 7"],
  ["questions are tried again on a day without a step", 2, { lessons: 1, again: 2 }, "now again"],
  ["questions wait for their day", 2, { lessons: 1, again: 3 }, "later lesson 3 on 2026-11-23"],
  ["a lesson comes before questions to try again", 3, { lessons: 1, again: 2 }, "now lesson 3"],
  [
    "today's lab comes before questions to try again",
    2,
    { lessons: 1, labs: [], again: 2 },
    "now lab 2 sort-mail",
  ],
  ["an overdue review comes before questions to try again", 9, { lessons: 4, again: 2 }, "now review 7"],
  ["questions to try again come before an overdue lab", 3, { lessons: 2, labs: [], again: 2 }, "now again"],
  ["lesson 11 comes before the hand-in", 30, { lessons: 10, reviews: ["1", "2", "3", "4"] }, "now lesson 28"],
  [
    "handing in the capstone is the last step, after lesson 11",
    30,
    { lessons: 11, reviews: ["1", "2", "3", "4"] },
    "now submit 30",
  ],
  [
    "the plan is finished once the capstone was handed in",
    30,
    { lessons: 11, reviews: ["1", "2", "3", "4"], isHandedIn: true },
    "finished",
  ],
  [
    "questions come back after the plan is finished",
    40,
    { lessons: 11, reviews: ["1", "2", "3", "4"], isHandedIn: true, again: 38 },
    "now again",
  ],
])("next step: %s", (_, planDay, facts, expected) => {
  expect(next(planDay, facts)).toBe(expected);
});

test("the lesson that was begun is the latest that was read past its first step and is not complete", () => {
  const place = (lessonId: LessonId, furthest: number, movedAt: string) => ({ lessonId, furthest, movedAt });
  const places = [
    place("2", 9, "2026-11-22T18:00:00.000Z"),
    place("3", 2, "2026-11-21T18:00:00.000Z"),
    place("4", 3, "2026-11-20T18:00:00.000Z"),
    place("5", 1, "2026-11-23T18:00:00.000Z"),
  ];
  expect(latestBegun(places, done(2).lessons)?.lessonId).toBe("3");
  expect(latestBegun(places, new Set())?.lessonId).toBe("2");
  expect(latestBegun(places, done(4).lessons)).toBeNull();
});

test("day 30 is done with the hand-in, not with lesson 11, and leads to the capstone", () => {
  const step = PACING.find(({ kind }) => kind === "submit");
  if (!step) throw new Error("the plan has no hand-in");
  expect(isStepDone(step, done(11))).toBe(false);
  expect(isStepDone(step, { ...done(0), isHandedIn: true })).toBe(true);
  expect(stepPath(step)).toBe("/academy/capstone");
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
