// @vitest-environment jsdom
import { fireEvent, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { expectFocus, labData, openLab, press } from "../../../../tests/support/screens/labs.tsx";
import { isLabDone } from "../../../domain/course/labState.ts";
import Lab from "./Lab.tsx";

const DATA = labData("brief-it");

const tick = (name: string | RegExp) => fireEvent.click(screen.getByRole("checkbox", { name }));

test("a learner compares two briefs, then finds errors across a reload, and reads about every sentence", async () => {
  const { last, leave } = openLab(Lab, DATA);
  press("Context");
  await expectFocus("2. Put the brief together");
  press("Read the answer");
  screen.getByText(/Brief: the request alone\./);
  screen.getByText("No limits: it makes a promise that nobody can keep.");
  for (const part of [/^Goal/, /^Context/, /^Example/, /^Format/, /^Limits/]) tick(part);
  screen.getByText(/You have changed the brief since\.$/);
  press("Read the answer");
  screen.getByText("Every fact comes from the brief, and the one gap is marked [ASK].");
  screen.getByText("What changed these answers most: Limits. You said Context.");
  press("4");
  await expectFocus("4. Find the errors");
  screen.getByRole("timer");
  press("Hide the clock");
  expect(screen.queryByRole("timer")).toBe(null);
  tick(/front entrance has a ramp/);
  tick(/^Your booking stays valid/);
  expect(isLabDone(last())).toBe(false);
  const half = last();
  leave();

  const again = openLab(Lab, DATA, half);
  press("Check my marks");
  screen.getByText("You found 1 of 4 errors. You said 4.");
  await expectFocus(/^You found 1 of 4/);
  screen.getByText(/^Missed: 3\. Right sentences that you marked: 1\./);
  screen.getByText("Right, but you marked it");
  expect(screen.getAllByText("Wrong, and you missed it")).toHaveLength(3);
  expect(isLabDone(again.last())).toBe(true);
  press("Start again");
  await expectFocus("1. Before you begin");
  expect(isLabDone(again.last())).toBe(true);
});
