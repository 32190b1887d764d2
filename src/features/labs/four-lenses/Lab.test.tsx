// @vitest-environment jsdom
import { fireEvent, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { labData, openLab } from "../../../../tests/support/screens/labs.tsx";
import { isLabDone } from "../../../domain/course/labState.ts";
import Lab from "./Lab.tsx";

const DATA = labData("four-lenses");
const REPORT = /^Up: Every evening/;

const press = (name: string | RegExp) => {
  const button = screen.getByRole("button", { name });
  button.focus();
  fireEvent.click(button);
  return button;
};

test("a learner orders the points without and through each lens, across a reload, and sees what turned round", () => {
  const { last, leave } = openLab(Lab, DATA);
  press("This is the order");
  screen.getByText(/^2\. Lens 1 of 4: Results/);
  press("This is the order");
  screen.getByText(/^2\. Lens 2 of 4: Duty/);
  press(REPORT);
  screen.getByText(/ Now in place 2\.$/);
  expect(document.activeElement).toBe(press(REPORT));
  press("This is the order");
  const half = last();
  leave();

  const again = openLab(Lab, DATA, half);
  screen.getByText(/^2\. Lens 3 of 4: Relationships/);
  press("This is the order");
  press("This is the order");
  fireEvent.click(screen.getByRole("radio", { name: "Results" }));
  expect(isLabDone(again.last())).toBe(false);
  press("Compare");
  screen.getByText(
    "What changed your order most: Duty, with 2 of 15 pairs the other way round. You said Results.",
  );
  const places = screen.getByRole("table", { name: /^The place of each point/ });
  const row = within(places).getByRole("row", { name: /^Every evening/ });
  expect(
    within(row)
      .getAllByRole("cell")
      .map(({ textContent }) => textContent),
  ).toEqual(["3", "3", "1", "3", "3"]);
  const readings = screen
    .getAllByText(/ You put it in place \d\.$/)
    .map((each) => each.parentElement?.textContent);
  expect(readings.find((each) => each?.startsWith("Duty"))).toMatch(/You put it in place 1\.$/);
  expect(isLabDone(again.last())).toBe(true);
});
