import { expect, test } from "vitest";
import { gradeMarks, parseMarks } from "./marks.ts";

const rows = (...marks: (number | null)[]) =>
  marks.map((each, index) => ({ marks: each, needed: index >= 2 }));

test("self-marking is a pass if every row is marked, the total is high enough and no required row has a zero", () => {
  expect(gradeMarks(rows(0, 4, 2, 3, 3), 12)).toMatchObject({ total: 12, most: 20, result: "pass" });
});

test("self-marking that is one point short is not a pass and states how many points are missing", () => {
  expect(gradeMarks(rows(0, 4, 2, 3, 2), 12)).toMatchObject({ result: "notYet", short: 1, zeros: [] });
});

test("self-marking with a zero in a required row is not a pass, whatever the total", () => {
  expect(gradeMarks(rows(4, 4, 4, 0, 4), 12)).toMatchObject({ result: "notYet", short: 0, zeros: [4] });
});

test("self-marking with unmarked rows is incomplete and lists those rows", () => {
  expect(gradeMarks(rows(4, null, 4, 4, 4), 12)).toMatchObject({ result: "unfinished", unmarked: [2] });
});

test("a workbook field is read as marks only if it contains 0 to 4", () => {
  expect(["0", "4", "5", "", "x", undefined].map(parseMarks)).toEqual([0, 4, null, null, null, null]);
});
