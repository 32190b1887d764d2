// @vitest-environment jsdom
import { fireEvent, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { labData, openLab } from "../../../../tests/support/screens/labs.tsx";
import { isLabDone } from "../../../domain/course/labState.ts";
import Lab from "./Lab.tsx";

const DATA = labData("true-time");

const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const amount = (group: RegExp, end: "At least" | "At most") =>
  within(screen.getByRole("group", { name: group })).getByRole<HTMLInputElement>("textbox", { name: end });
const write = (control: HTMLElement, value: string) => fireEvent.change(control, { target: { value } });

test("a learner takes the example, predicts, calculates, and finds all of it again after a reload", () => {
  const { last, leave } = openLab(Lab, DATA);
  expect(screen.queryByRole("button", { name: "Calculate" })).toBeNull();
  press("Fill in a made-up example");
  expect(amount(/^Check/, "At most").value).toBe("60");
  fireEvent.change(screen.getByRole("combobox"), { target: { value: "9" } });
  press("Calculate");
  const said = screen.getByText(/^AI saved time in \d+ of 1,000\. You said 9 of 10\.$/).textContent;
  expect(isLabDone(last())).toBe(true);
  const stored = last();
  leave();
  openLab(Lab, DATA, stored);
  expect(screen.getByRole("status").textContent).toBe(said);
  screen.getByText(
    "With everything else in the middle, AI stops saving time when checking takes 56 minutes.",
  );
});

test("starting again empties every field", () => {
  openLab(Lab, DATA);
  press("Fill in a made-up example");
  write(amount(/^Check/, "At most"), "50");
  fireEvent.change(screen.getByRole("combobox"), { target: { value: "9" } });
  press("Calculate");
  press("Start again");
  expect(amount(/^Check/, "At most").value).toBe("");
});

test("a wrong number or range is named, and what was written stays", () => {
  openLab(Lab, DATA);
  press("Fill in a made-up example");
  write(amount(/^Check/, "At most"), "ten");
  screen.getByText("Write a number.");
  expect(amount(/^Check/, "At most").value).toBe("ten");
  screen.getByText("The calculation appears when every range has two numbers.");
  write(amount(/^Check/, "At most"), "5");
  screen.getByText("The first number must not be greater than the second.");
  write(amount(/^Check/, "At most"), "30.5");
  screen.getByRole("button", { name: "Calculate" });
});
