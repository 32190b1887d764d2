// @vitest-environment jsdom
import { fireEvent, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { labData, openLab, press } from "../../../../tests/support/screens/labs.tsx";
import { isLabDone } from "../../../domain/course/labState.ts";
import Lab from "./Lab.tsx";

const DATA = labData("draw-the-line");

const slide = (name: RegExp, value: number) =>
  fireEvent.change(screen.getByRole("slider", { name }), { target: { value } });

test("a learner sets one cut-off, reaches each goal with two, and finds that no pair meets all three", () => {
  const { last, leave } = openLab(Lab, DATA);
  slide(/^Cut-off for both groups/, 8);
  const table = screen.getByRole("table", { name: "What the cut-off does" });
  expect(within(table).getByRole("row", { name: /^In need, but refused/ }).textContent).toContain(
    "26 of 50 (52%)",
  );
  press("Keep this cut-off");
  press("Yes, in several ways");
  slide(/^Cut-off for Northside/, 1);
  slide(/^Cut-off for Southside/, 1);
  screen.getByText("Equal approvals: met, 0 points apart");
  expect(isLabDone(last())).toBe(false);
  const half = last();
  leave();

  const again = openLab(Lab, DATA, half);
  expect(screen.getByRole("slider", { name: /^Cut-off for Southside/ }).getAttribute("aria-valuetext")).toBe(
    "everybody is approved",
  );
  slide(/^Cut-off for Southside/, 3);
  screen.getByText("Equal approvals: not met, 31 points apart (you have met it before)");
  press("Try every pair");
  screen.getByText("Of 121 pairs, none meets all three goals. You said: yes, in several ways.");
  expect(isLabDone(again.last())).toBe(true);
});

test("a learner may go on without reaching every goal", () => {
  const { last } = openLab(Lab, DATA);
  press("Keep this cut-off");
  press("No, with no setting at all");
  press("Go on without reaching all three");
  screen.getByText(/none meets all three goals/);
  expect(isLabDone(last())).toBe(true);
});
