import { expect, test } from "vitest";
import { dayFaults, dayMinutes, dayTable } from "./dayMinutes.ts";

const day = (day: number, ...minutes: (number | null)[]) => ({
  day,
  parts: minutes.map((each) => ({ name: "part", minutes: each })),
  minutes: minutes.includes(null) ? null : minutes.reduce<number>((sum, each) => sum + (each ?? 0), 0),
});

test("the table names what each day has, and what is not written yet", () => {
  const days = dayMinutes([]);
  expect(days).toHaveLength(30);
  const lines = dayTable(days).split("\n");
  expect(lines[1]).toBe("day  2   ?? min  sort-mail MISSING + choose-a-tool MISSING");
  expect(lines[29]).toBe("day 30   30 min  capstone 30");
  expect(lines[30]).toMatch(/^in all {2}30 min, 0.5 hours, without 4\d that are missing$/);
  expect(dayFaults(days)).toEqual([]);
});

test("a day of less than 25 or more than 35 minutes is a mistake, and so is a plan of less than 750", () => {
  expect(dayFaults([day(1, 30), day(2, 12, 12), day(3, 20, 16), day(4, 15, null)])).toEqual([
    "day 2 of the plan has 24 minutes, needs 25 to 35",
    "day 3 of the plan has 36 minutes, needs 25 to 35",
  ]);
  expect(dayFaults([day(1, 30)])).toEqual(["the plan has 30 minutes in all, needs 750"]);
});
