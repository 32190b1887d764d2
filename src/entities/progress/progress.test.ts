import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { StudyStart } from "../row.ts";
import {
  hoursStudied,
  joinProgress,
  type Progress,
  progress,
  progressPercent,
  TOTAL_HOURS,
  upNextLabel,
} from "./progress.ts";

const instants = fc.date({ min: new Date("2025-01-01"), max: new Date("2027-01-01"), noInvalidDate: true });
const states: fc.Arbitrary<Progress> = fc.record({
  lessonId: fc.constant("3" as const),
  completed: fc.boolean(),
  completedAt: fc.option(instants.map((date) => date.toISOString())),
  quizScore: fc.option(fc.integer({ min: 0, max: 100 })),
});

test("a join never loses progress: it keeps the completion, the earliest time and the best score (S-057)", () => {
  fc.assert(
    fc.property(states, states, (a, b) => {
      const joined = joinProgress(a, b);
      expect(joined.completed).toBe(a.completed || b.completed);
      expect(joined.quizScore ?? -1).toBe(Math.max(a.quizScore ?? -1, b.quizScore ?? -1));
      for (const time of [a.completedAt, b.completedAt]) {
        if (time !== null) expect((joined.completedAt ?? "") <= time).toBe(true);
      }
    }),
  );
});

test("progress is a rounded percentage of eleven lessons, and each lesson counts as half an hour (S-110)", () => {
  expect([0, 1, 2, 5, 6, 10, 11].map(progressPercent)).toEqual([0, 9, 18, 45, 55, 91, 100]);
  expect(hoursStudied(3)).toBe(1.5);
  expect(TOTAL_HOURS).toBe(5.5);
});

test("the up-next label depends on the quarter of the course (S-112)", () => {
  expect([0, 24, 25, 50, 75, 99, 100].map(upNextLabel)).toEqual([
    "Module 1",
    "Module 1",
    "Module 2",
    "Module 3",
    "Module 4",
    "Module 4",
    "Course Complete!",
  ]);
});

const START = { registeredAt: "2026-11-01T08:00:00.000Z", enrolledAt: "2026-11-20T08:00:00.000Z" };
const dated = (state: Progress, start: StudyStart) => progress.dated?.(state, start) ?? state;
function completedAt(lessonId: "1" | "2", at: string | null, enrolledAt: string | null = START.enrolledAt) {
  const state = { lessonId, completed: at !== null, completedAt: at, quizScore: null };
  return dated(state, { ...START, enrolledAt }).completedAt;
}

test("a lesson is never dated as completed before the enrolment, or before registration for the free preview", () => {
  const early = "2025-01-01T00:00:00.000Z";
  expect(completedAt("2", early)).toBe(START.enrolledAt);
  expect(completedAt("1", early)).toBe(START.registeredAt);
  expect(completedAt("2", early, null)).toBe(START.registeredAt);
  expect(completedAt("1", "2026-11-05T08:00:00.000Z")).toBe("2026-11-05T08:00:00.000Z");
  expect(completedAt("2", null)).toBeNull();
});

test("limiting completion times before a join gives the same result as limiting them after it", () => {
  fc.assert(
    fc.property(states, states, (a, b) => {
      const bounded = (state: Progress) => dated(state, START);
      expect(bounded(joinProgress(a, b))).toEqual(joinProgress(bounded(a), bounded(b)));
    }),
  );
});
