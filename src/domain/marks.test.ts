import { expect, test } from "vitest";
import { judgeMarks, parseMarks } from "./marks.ts";

const rows = (...marks: (number | null)[]) =>
  marks.map((each, index) => ({ marks: each, needed: index >= 2 }));

test("a learner with every row marked, enough in all and no forbidden zero passes", () => {
  expect(judgeMarks(rows(0, 4, 2, 3, 3), 12)).toMatchObject({ total: 12, most: 20, result: "pass" });
});

test("one point less is not a pass yet, and says how much is short", () => {
  expect(judgeMarks(rows(0, 4, 2, 3, 2), 12)).toMatchObject({ result: "notYet", short: 1, zeros: [] });
});

test("a zero where none is allowed is no pass, however many points there are", () => {
  expect(judgeMarks(rows(4, 4, 4, 0, 4), 12)).toMatchObject({ result: "notYet", short: 0, zeros: [4] });
});

test("an unmarked row is unfinished, and is named", () => {
  expect(judgeMarks(rows(4, null, 4, 4, 4), 12)).toMatchObject({ result: "unfinished", unmarked: [2] });
});

test("only 0 to 4 are marks", () => {
  expect(["0", "4", "5", "", "x", undefined].map(parseMarks)).toEqual([0, 4, null, null, null, null]);
});
