import * as fc from "fast-check";
import { expect, test } from "vitest";
import { clampClientTime, EARLIEST_CLIENT_TIME } from "../stamp.ts";
import {
  hoursStudied,
  joinProgress,
  notBeforeStart,
  type Progress,
  progressPercent,
  TOTAL_HOURS,
  upNextLabel,
} from "./progress.ts";

const instants = fc.date({ min: new Date("2025-01-01"), max: new Date("2027-01-01"), noInvalidDate: true });
const states = fc.record<Progress>({
  lessonId: fc.constant("3"),
  moduleId: fc.constant("1"),
  completed: fc.boolean(),
  completedAt: fc.option(instants.map((date) => date.toISOString())),
  quizScore: fc.option(fc.integer({ min: 0, max: 100 })),
});

test("joining progress is commutative, associative and idempotent, so delivery order cannot matter", () => {
  fc.assert(
    fc.property(states, states, states, (a, b, c) => {
      expect(joinProgress(a, b)).toEqual(joinProgress(b, a));
      expect(joinProgress(joinProgress(a, b), c)).toEqual(joinProgress(a, joinProgress(b, c)));
      expect(joinProgress(a, a)).toEqual(a);
    }),
  );
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

test("a time from a clock that is years behind is raised to the earliest time that the database allows", () => {
  expect(clampClientTime("1970-01-01T00:00:00.000Z")).toBe(EARLIEST_CLIENT_TIME);
  expect(clampClientTime("2026-11-20T10:00:00.000Z")).toBe("2026-11-20T10:00:00.000Z");
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
const completedAt = (
  lessonId: "1" | "2",
  at: string | null,
  enrolledAt: string | null = START.enrolledAt,
) => {
  const progress = {
    lessonId,
    moduleId: "1",
    completed: at !== null,
    completedAt: at,
    quizScore: null,
  } as const;
  return notBeforeStart(progress, { ...START, enrolledAt }).completedAt;
};

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
      const bounded = (state: Progress) => notBeforeStart(state, START);
      expect(bounded(joinProgress(a, b))).toEqual(joinProgress(bounded(a), bounded(b)));
    }),
  );
});
