// @vitest-environment jsdom
import { fireEvent, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { expectFocus, labData, openLab, press } from "../../../../tests/support/screens/labs.tsx";
import { isLabDone } from "../../../domain/course/labState.ts";
import Lab from "./Lab.tsx";

const DATA = labData("attention");

test("a learner predicts five times, taps words, changes them, and finds everything again after a reload", async () => {
  const { last, leave } = openLab(Lab, DATA);
  press("moved");
  await expectFocus(/^“bank” gives 90% of its attention to “boat”\. You said “moved”\.$/);
  press("moved");
  screen.getByText(/“moved” looks most at “They”: 99%\. The words after it/);
  expect(screen.getByRole("button", { name: "moved" }).getAttribute("aria-pressed")).toBe("true");
  expect(screen.getAllByText("not there yet")).toHaveLength(5);
  press("Half of each");
  screen.getByText(/^With “chairs”, the meaning of “bank” is 50% water and 50% money\./);
  fireEvent.click(screen.getByRole("radio", { name: "money" }));
  screen.getByText(/^With “money”, the meaning of “bank” is 2% water and 98% money\. For “chairs” you said/);
  press("Both alike");
  screen.getByText(/^“small” gives 88% of its attention to “suitcase”\. For “small” you said: both alike\.$/);
  press("it");
  screen.getByText(/“it” looks most at “trophy” and “suitcase”: 42% each\./);
  const half = last();
  expect(isLabDone(half)).toBe(false);
  leave();

  const again = openLab(Lab, DATA, half);
  press("As much as every other word gets");
  screen.getByText(/^At sharpness 0, “bank” gives 14% of its attention to “boat”/);
  screen.getByText(/“bank” looks at every word alike\.$/);
  fireEvent.change(screen.getByRole("slider", { name: /^Sharpness/ }), { target: { value: 12 } });
  screen.getByText(/^At sharpness 3, “bank” gives 100% of its attention to “boat”/);
  press("Blue");
  screen.getByText(/^Without order, “plate” is 50% red and 50% blue\./);
  fireEvent.click(screen.getByRole("radio", { name: "With order" }));
  screen.getByText(/^With order, “plate” is 8% red and 92% blue\./);
  screen.getByText(/^2 of your 5 predictions came true\./);
  expect(isLabDone(again.last())).toBe(true);
});

test("the numbers behind the lines are a table", () => {
  openLab(Lab, DATA);
  press("boat");
  const table = screen.getByRole("table", { name: "“bank” looks for: topic 3", hidden: true });
  const row = within(table).getByRole("row", { name: /^boat/, hidden: true });
  expect(row.textContent).toBe("boattopic 3, thing 1water 14.590%");
  screen.getByText(/^Taken in all: water 0\.93, money 0\.02\. That is 98% to 2%\.$/);
});
