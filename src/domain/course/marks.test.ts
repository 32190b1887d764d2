import { expect, test } from "vitest";
import { gradeMarks, parseMarks } from "./marks.ts";

const rows = (...marks: (number | null)[]) =>
  marks.map((each, index) => ({ marks: each, needed: index >= 2 }));

test("self-marking passes with every row marked, enough points and no forbidden zero", () => {
  expect(gradeMarks(rows(0, 4, 2, 3, 3), 12)).toMatchObject({ total: 12, most: 20, result: "pass" });
});

test("self-marking one point short is not a pass and states the missing points", () => {
  expect(gradeMarks(rows(0, 4, 2, 3, 2), 12)).toMatchObject({ result: "notYet", short: 1, zeros: [] });
});

test("self-marking with a zero in a required row is not a pass, whatever the total", () => {
  expect(gradeMarks(rows(4, 4, 4, 0, 4), 12)).toMatchObject({ result: "notYet", short: 0, zeros: [4] });
});

test("self-marking with unmarked rows is unfinished and lists those rows", () => {
  expect(gradeMarks(rows(4, null, 4, 4, 4), 12)).toMatchObject({ result: "unfinished", unmarked: [2] });
});

test("only 0 to 4 are valid marks", () => {
  expect(["0", "4", "5", "", "x", undefined].map(parseMarks)).toEqual([0, 4, null, null, null, null]);
});
