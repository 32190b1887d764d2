// @vitest-environment jsdom
import { fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { expectFocus, labData, openLab, press } from "../../../../tests/support/screens/labs.tsx";
import { isLabDone, readLabState } from "../../../domain/course/labState.ts";
import { dataSchema } from "./data.ts";
import Lab from "./Lab.tsx";

const DATA = labData("human-check");
const { cases } = dataSchema.parse(DATA);

beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => {
  vi.useRealTimers();
});

const box = () => screen.getByRole("group", { name: "The application and your decision" });

/** Decides the next `count` cases as the system suggests, each in `ms`. */
function follow(from: number, to: number, ms: number): void {
  for (let number = from; number <= to; number += 1) {
    screen.getByText(`Application ${number} of 30`);
    vi.advanceTimersByTime(ms);
    press(cases[number - 1]?.suggested === "approve" ? "Approve" : "Refuse");
  }
}

test("a learner decides 30 cases, stops and continues in between, and sees what was caught and how fast", async () => {
  const first = openLab(Lab, DATA);
  press("9");
  expect(document.activeElement).toBe(box());
  follow(1, 3, 3_000);
  vi.advanceTimersByTime(9_000);
  press("Refuse");
  follow(5, 10, 2_000);
  const half = first.last();
  first.leave();

  const { last } = openLab(Lab, DATA, half);
  expect(document.activeElement).toBe(document.body);
  follow(11, 30, 4_000);
  expect(isLabDone(last())).toBe(false);
  press("See what you caught");
  expect(isLabDone(last())).toBe(true);
  screen.getByText("You caught 1 of 6 wrong suggestions. You said 9 of 10.");
  await expectFocus("3. What you caught");
  const rows = within(screen.getByRole("table", { name: "Your decisions in halves" })).getAllByRole("row");
  expect(rows.slice(1).map(({ textContent }) => textContent)).toEqual([
    "Your faster decisions3.0 s14 of 140 of 2",
    "Your slower decisions4.0 s14 of 151 of 3",
    "Applications 1 to 153.0 s14 of 151 of 3",
    "Applications 16 to 304.0 s15 of 150 of 3",
  ]);
  screen.getByText(/^One decision has no time:/);
  screen.getByText(/^You caught a larger share in your slower half\. But with so few errors/);
  screen.getByText("Your check made 1 more of the 30 decisions right than the system alone.");
  const planted = screen.getByRole("table", { name: "The wrong suggestions" });
  within(planted).getByText("Refuse: the costs come to £1,520");
  within(planted).getByText("9.0 s");
  within(planted).getByText("not counted");
});

test("letters decide and undo while the focus is in the box, but not with a modifier or while held down", () => {
  const { last } = openLab(Lab, DATA);
  press("9");
  fireEvent.keyDown(box(), { key: "a", ctrlKey: true });
  fireEvent.keyDown(box(), { key: "a", repeat: true });
  screen.getByText("Application 1 of 30");
  fireEvent.keyDown(box(), { key: "a" });
  fireEvent.keyDown(box(), { key: "R" });
  press("Undo: 2 was refused");
  screen.getByText("Application 2 of 30");
  expect(document.activeElement).toBe(box());
  fireEvent.keyDown(box(), { key: "u" });
  screen.getByText("Application 2 of 30");
  expect(readLabState(last())).toMatchObject({ answers: "a", canUndo: false });
});

test("the time of a case does not count if the page was hidden meanwhile", () => {
  const { last } = openLab(Lab, DATA);
  press("9");
  const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  fireEvent(document, new Event("visibilitychange"));
  hidden.mockReturnValue(false);
  follow(1, 2, 5_000);
  hidden.mockRestore();
  expect(readLabState(last())).toMatchObject({ tenths: [null, 50] });
});

test("starting again deletes the decisions and asks for a prediction, and the lab stays done", async () => {
  const { last } = openLab(Lab, DATA);
  press("9");
  follow(1, 30, 1_000);
  press("See what you caught");
  press("Start again");
  await expectFocus("1. Before you begin");
  expect(readLabState(last())).toMatchObject({ guess: null, answers: "" });
  expect(isLabDone(last())).toBe(true);
});
