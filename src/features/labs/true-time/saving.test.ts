import { expect, test } from "vitest";
import { labData } from "../../../../tests/support/screens/labs.tsx";
import type { Range } from "../range.ts";
import { dataSchema } from "./data.ts";
import {
  averageSaving,
  begin,
  breakEvenCheck,
  extremes,
  quantile,
  type Ranges,
  rangesOf,
  sensitivity,
  simulate,
  stateSchema,
} from "./saving.ts";

const data = dataSchema.parse(labData("true-time"));
const EXAMPLE = {
  ...begin(),
  values: data.quantities.map(({ example: [low, high] }): [number, number] => [low, high]),
};
const exact = (value: number): Range => [value, value];
/** The weekly summary of lesson 6, whose fix is 10 minutes on average. */
const SUMMARY = {
  old: exact(60),
  prepare: exact(5),
  brief: exact(5),
  edit: exact(10),
  check: exact(35),
  share: exact(25),
  cost: exact(40),
} satisfies Ranges;

function example(): Ranges {
  const ranges = rangesOf(EXAMPLE);
  if (!ranges) throw new Error("the example is incomplete");
  return ranges;
}

test("the sum of lesson 6 gives lesson 6's result", () => {
  const values = { old: 60, prepare: 5, brief: 5, edit: 10, check: 35, share: 25, cost: 40 };
  expect(averageSaving(values)).toBe(-5);
  expect(extremes(SUMMARY)).toEqual({ best: -5, worst: -5 });
  expect(breakEvenCheck(SUMMARY)).toBe(30);
});

test("a simulated task costs the whole mistake or nothing, as often as the share says", () => {
  const { savings, saved } = simulate(SUMMARY);
  expect(new Set(savings)).toEqual(new Set([-35, 5]));
  expect(saved).toBeGreaterThan(700);
  expect(saved).toBeLessThan(800);
});

test("the same ranges give the same tasks, and other ranges other tasks", () => {
  expect(simulate(example())).toEqual(simulate(example()));
  expect(simulate({ ...example(), check: [25, 61] }).savings).not.toEqual(simulate(example()).savings);
});

test("every simulated task without a mistake lies between the extremes, and their average is the average saving", () => {
  const ranges = { ...example(), share: exact(0) };
  const { savings } = simulate(ranges);
  const { best, worst } = extremes(ranges);
  expect(savings[0]).toBeGreaterThanOrEqual(worst);
  expect(savings.at(-1)).toBeLessThanOrEqual(best);
  const mean = savings.reduce((sum, minutes) => sum + minutes, 0) / savings.length;
  expect(Math.abs(mean - (best + worst) / 2)).toBeLessThan(2);
});

test("in the example the middle saves time, and one task in ten goes badly", () => {
  const { savings } = simulate(example());
  expect(quantile(savings, 0.5)).toBeGreaterThan(10);
  expect(quantile(savings, 0.1)).toBeLessThan(0);
});

test("the ranges are ranked by what they change on average", () => {
  expect(sensitivity(example()).map(({ key, minutes }) => [key, Math.round(minutes)])).toEqual([
    ["old", 40],
    ["check", 35],
    ["cost", 26],
    ["share", 20],
    ["edit", 15],
    ["prepare", 5],
    ["brief", 5],
  ]);
});

test("nothing is calculated from incomplete ranges or from ranges that are the wrong way round", () => {
  const wrong = { ...EXAMPLE, values: EXAMPLE.values.map(([low, high]): [number, number] => [high, low]) };
  expect(rangesOf(wrong)).toBeNull();
  expect(rangesOf(begin())).toBeNull();
});

test("the state fits its schema and its room, also with the longest numbers and name", () => {
  const full = { task: "n".repeat(80), values: EXAMPLE.values.map(() => [1234.5678, 9999.9999]), guess: 10 };
  expect(stateSchema().safeParse(full).success).toBe(true);
  expect(JSON.stringify(full).length).toBeLessThan(1_000);
  expect(stateSchema().safeParse({ ...full, values: [] }).success).toBe(false);
});
