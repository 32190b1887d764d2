// @vitest-environment jsdom
import { fireEvent, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { labData, openLab, press } from "../../../../tests/support/screens/labs.tsx";
import { isLabDone } from "../../../domain/course/labState.ts";
import Lab from "./Lab.tsx";

const DATA = labData("follow-the-energy");

test("a learner predicts, calculates, chooses a limit, and finds all of it again after a reload", () => {
  const { last, leave } = openLab(Lab, DATA);
  expect(screen.queryByText(/^Half-way, the prompts take/)).toBeNull();
  press("10% or more");
  const said = screen.getByText(/^Half-way, the prompts take .* You said: 10% or more\.$/).textContent;
  expect(isLabDone(last())).toBe(false);
  press("From 5%");
  screen.getByRole("table", { name: "What would have to be true for 5%" });
  expect(isLabDone(last())).toBe(true);
  leave();
  openLab(Lab, DATA, last());
  expect(screen.getByText(/^Half-way, the prompts take/).textContent).toBe(said);
  press("Start again");
  screen.getByRole("group", { name: /^With every number half-way/ });
});

test("moving an assumption changes the result at once, and an impossible one hides it", () => {
  openLab(Lab, DATA);
  press(/^0\.1% to/);
  const before = screen.getByText(/^Half-way, the prompts take/).textContent;
  const bill = within(screen.getByRole("group", { name: /^Electricity that the organisation/ }));
  fireEvent.change(bill.getByRole("textbox", { name: "At most" }), { target: { value: "600000" } });
  expect(screen.getByText(/^Half-way, the prompts take/).textContent).not.toBe(before);
  fireEvent.change(bill.getByRole("textbox", { name: "At least" }), { target: { value: "0" } });
  screen.getByText(/^The calculation appears when/);
});
