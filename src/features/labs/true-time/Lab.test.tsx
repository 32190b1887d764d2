// @vitest-environment jsdom
import { fireEvent, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { labData, openLab, press } from "../../../../tests/support/screens/labs.tsx";
import { isLabDone } from "../../../domain/course/labState.ts";
import { dataSchema } from "./data.ts";
import Lab from "./Lab.tsx";
import { begin, bestCheck, limits, mistakes, saving, stateSchema } from "./saving.ts";

const DATA = labData("true-time");
const data = dataSchema.parse(DATA);
const { own } = begin(data);

const slide = (name: RegExp, value: number, at = 0) =>
  fireEvent.change(screen.getAllByRole("slider", { name })[at] as HTMLElement, { target: { value } });

test("a learner predicts, finds the best checking time, sets a task of their own, and finds it after a reload", () => {
  const { last, leave } = openLab(Lab, DATA);
  press("0");
  screen.getByText("20 tasks: 6 mistakes get through, 8 h 0 min saved.");
  slide(/^Check/, 60);
  screen.getByText("20 tasks: 0 mistakes get through, 1 h 40 min saved.");
  expect(isLabDone(last())).toBe(false);
  slide(/^Check/, 17);
  press("Keep 17 minutes");
  screen.getByText(
    "You kept 17 minutes: 12 h 0 min saved. The best is 17: 12 h 0 min saved. You expected 0.",
  );
  expect(isLabDone(last())).toBe(true);
  slide(/^Without AI/, 40);
  expect(screen.getAllByText(/20 tasks: 6 mistakes get through, 12 h 0 min lost\./)).toHaveLength(2);
  slide(/^Without AI/, 80);
  slide(/^Check/, 17, 1);
  const rows = within(screen.getByRole("table", { name: /^When nothing is saved/ })).getAllByRole("row");
  expect(rows[1]?.textContent).toBe("Prepare, brief and edit35 minutes51 minutes");
  leave();
  openLab(Lab, DATA, last());
  screen.getByText(/^You kept 17 minutes: /);
});

test("the sum is that of lesson 6 over all tasks, and seventeen minutes of checking are best, as the text says", () => {
  expect(mistakes(data, 0)).toBe(8);
  expect(mistakes(data, 10)).toBe(4);
  expect(saving(data, own)).toBe(20 * (100 - 35 - 5) - 6 * 120);
  expect(bestCheck(data, own)).toBe(17);
  expect(limits(data, [30, 35, 5, 120]).map(({ room }) => room)).toEqual([0, 0, 0]);
});

test.each([{ guess: 9 }, { kept: 61 }, { own: [1, 2, 3] }, { own: [1, 2, 3, 999] }])(
  "%j is no state",
  (wrong) => {
    expect(stateSchema(data).safeParse({ ...begin(data), ...wrong }).success).toBe(false);
  },
);
