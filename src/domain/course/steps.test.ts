import { expect, test } from "vitest";
import { lessonPack } from "../../../tests/support/lessons.ts";
import { minutesFrom, stepsOf, stepToOpen, stepWithId, stepWithin, stepWords, titleAbove } from "./steps.ts";

const pack = {
  ...lessonPack("1"),
  html: '<h2 id="s-one">One</h2><h2 id="s-two">Two</h2>',
  steps: [
    { title: "One", minutes: 2, end: 23 },
    { title: "Two", minutes: 3, end: 46 },
  ],
};

test("a lesson is shown in its steps, followed by one for the summary and the quiz", () => {
  const steps = stepsOf(pack);
  expect(steps.map(({ html }) => html)).toEqual(['<h2 id="s-one">One</h2>', '<h2 id="s-two">Two</h2>', null]);
  expect(minutesFrom(steps, 2)).toBe(7);
  expect(stepWords(steps, 2, false)).toBe("Step 2 of 3 · about 7 minutes left");
  expect(stepWords(steps, 3, true)).toBe("Step 3 of 3 · lesson completed");
});

test("a lesson stored before lessons had steps is a single text", () => {
  const { steps: _, ...old } = pack;
  expect(stepsOf(old).map(({ html }) => html)).toEqual([pack.html, null]);
});

test("a lesson opens at the heading in the fragment, else at the step in the URL, else where the learner stopped", () => {
  const open = (hash: string, step: string | null) =>
    stepToOpen(stepsOf(pack), { hash, step }, { step: 3, isComplete: false });
  expect([open("#s-two", "1"), open("", "1"), open("", null)]).toEqual([2, 1, 3]);
});

test("a heading is found in its step", () => {
  expect(stepWithId(stepsOf(pack), "s-two")).toBe(2);
  expect(stepWithId(stepsOf(pack), "objectives-title")).toBe(1);
  expect(stepWithId(stepsOf(pack), "s-three")).toBeNull();
  expect(stepWithId(stepsOf(pack), "")).toBeNull();
});

test("a step that no longer exists becomes the nearest one", () => {
  const steps = stepsOf(pack);
  expect([0, 2, 2.5, 12, Number.NaN].map((step) => stepWithin(steps, step))).toEqual([1, 2, 2, 3, 1]);
});

test("a step shows its title above its text, unless the text begins with a heading or has the title as one", () => {
  const above = (html: string | null) => titleAbove({ title: "Two", minutes: 1, html });
  expect(above("<p>And so on.</p>")).toBe("Two");
  expect(above('<h2 id="s-one">One</h2><p>And so on.</p>')).toBe("");
  expect(above('<section><p>Case</p><h2 id="s-two">Two</h2></section>')).toBe("");
  expect(above(null)).toBe("");
});
