// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import {
  lessonEntry,
  openPlayer,
  press,
  signedInLearner,
  withPlayer,
} from "../../../tests/support/screens/player.tsx";
import type { LearnerDb } from "../../db/store/learnerDb.ts";
import { dueRows } from "../../db/synced/queue.ts";
import { readRow } from "../../db/synced/readRows.ts";
import { lessonPlace } from "../../entities/lessonPlace/lessonPlace.ts";
import { progress } from "../../entities/progress/progress.ts";
import { lessonPathBack } from "../../features/player/steps/useStep.ts";

withPlayer();

const FIRST = '<h2 id="s-before">Before</h2><p>Read on.</p>';
const SECOND = '<h2 id="s-later">Later</h2><p>The end.</p>';
const LESSON = "/academy/course/ai-fluency?lesson=1";

/** A learner with lesson 1 in two steps of text and the last step. */
async function learnerWithSteps(): Promise<LearnerDb> {
  const db = await signedInLearner();
  const { pack, ...entry } = lessonEntry("1");
  const steps = [
    { title: "Before", minutes: 2, end: FIRST.length },
    { title: "Later", minutes: 1, end: FIRST.length + SECOND.length },
  ];
  await db.lessons.put({ ...entry, pack: { ...pack, html: FIRST + SECOND, steps } });
  return db;
}

/** The numbers of the text's steps that are not hidden. */
const shown = () =>
  [...document.querySelectorAll<HTMLElement>("[data-step]")]
    .filter((step) => !step.hasAttribute("hidden") && step.querySelector(".prose"))
    .map((step) => step.dataset.step);
const link = (name: string) => screen.findByRole("link", { name });
const follow = async (name: string) => fireEvent.click(await link(name));

beforeEach(() => {
  // jsdom has no layout, so it cannot scroll.
  Element.prototype.scrollIntoView = () => undefined;
  window.scrollBy = () => undefined;
});

it("offers the quiz and the completion once on every step: in the head, or at the end of the last (S-019)", async () => {
  await learnerWithSteps();
  openPlayer(LESSON);
  for (const step of [1, 2, 3]) {
    if (step > 1) await follow("Continue");
    await screen.findByText(new RegExp(`^Step ${step} of 3`));
    await screen.findByRole("button", { name: "Take Quiz" });
    const complete = await screen.findByRole("button", { name: "Mark as Complete" });
    expect(complete.closest("header") === null).toBe(step === 3);
  }
  await follow("Back");
  await screen.findByRole("button", { name: "Take Quiz" });
});

it("has the quiz in the bar of the last step and, once the lesson is complete, the next lesson", async () => {
  await learnerWithSteps();
  openPlayer(`${LESSON}&step=3`);
  const end = "Take Quiz";
  const bar = within(await screen.findByRole("navigation", { name: "Steps" }));
  await screen.findByText("Your certificate will name the quizzes you have passed: 0 of 11.");
  fireEvent.click(bar.getByRole("button", { name: end }));
  await press("Cancel");
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name: end })));
  await press("Mark as Complete");
  const next = await link("Next: lesson 2");
  expect(next.closest("nav")?.getAttribute("aria-label")).toBe("Steps");
  screen.getByText("Step 3 of 3 · lesson completed");
  expect(screen.queryByText(/^Your certificate will name/)).toBeNull();
});

it("completes the lesson on any step, stays there, and leads to the buttons for sharing (S-019, S-020, S-057)", async () => {
  const db = await learnerWithSteps();
  openPlayer(`${LESSON}&step=2`);
  await press("Mark as Complete");
  await screen.findByText("Completed");
  expect(await readRow(db, progress, "1")).toMatchObject({ completed: true });
  expect(shown()).toEqual(["2"]);
  expect(screen.queryByRole("button", { name: "Mark as Complete" })).toBeNull();
  const share = screen.getByRole("button", { name: /^Share\s?your progress$/ });
  await vi.waitFor(() => expect(document.activeElement).toBe(share));
  fireEvent.click(share);
  await screen.findByText(/^Step 3 of 3/);
  await vi.waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Share your progress" })),
  );
  screen.getByRole("link", { name: /^Share on LinkedIn/ });
  screen.getByText("Completed");
  screen.getByRole("button", { name: "Take Quiz" });
});

it("returns from the quiz to the step and the button that opened it (S-059)", async () => {
  await learnerWithSteps();
  openPlayer(`${LESSON}&step=2`);
  await press("Take Quiz");
  await press("Cancel");
  await screen.findByText(/^Step 2 of 3/);
  expect(shown()).toEqual(["2"]);
  await vi.waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Take Quiz" })),
  );
});

it("offers the quiz and the completion at both ends of a lesson on one page, under different names (S-019)", async () => {
  await learnerWithSteps();
  document.documentElement.dataset.lessonView = "whole";
  openPlayer(LESSON);
  const end = /^Take Quiz\s?\(end of the lesson\)$/;
  await press(end);
  await press("Cancel");
  const focused = await screen.findByRole("button", { name: end });
  await vi.waitFor(() => expect(document.activeElement).toBe(focused));
  screen.getByRole("button", { name: "Take Quiz" });
  screen.getByRole("button", { name: "Mark as Complete" });
  await press(/^Mark as Complete\s?\(end of the lesson\)$/);
  await screen.findByText("Completed");
  const heading = screen.getByRole("heading", { name: "Share your progress" });
  await vi.waitFor(() => expect(document.activeElement).toBe(heading));
});

it("shows the next step before React renders it, so two quick presses lead two steps further", async () => {
  await learnerWithSteps();
  const router = openPlayer(LESSON);
  const next = await link("Continue");
  const column = next.closest<HTMLElement>(".lesson-column");
  expect(column?.dataset.part).toBe("first");
  act(() => {
    next.click();
    expect(shown()).toEqual(["2"]);
    expect(column?.dataset.part).toBe("middle");
    next.click();
  });
  await screen.findByText(/^Step 3 of 3/);
  expect(column?.dataset.part).toBe("last");
  expect(router.state.location.search).toBe("?lesson=1&step=3");
  await press("Take Quiz");
  await waitFor(() => expect(column?.dataset.part).toBeUndefined());
});

it("follows the arrow keys, but not in a field", async () => {
  await learnerWithSteps();
  openPlayer(LESSON);
  await link("Continue");
  fireEvent.keyDown(document.body, { key: "ArrowRight" });
  expect(shown()).toEqual(["2"]);
  const field = document.createElement("input");
  document.body.append(field);
  fireEvent.keyDown(field, { key: "ArrowLeft" });
  expect(shown()).toEqual(["2"]);
  field.remove();
  fireEvent.keyDown(document.body, { key: "ArrowLeft" });
  await waitFor(() => expect(shown()).toEqual(["1"]));
});

it("keeps the place in the account and opens the lesson there", async () => {
  const db = await learnerWithSteps();
  openPlayer(LESSON);
  await follow("Continue");
  await waitFor(async () =>
    expect(await readRow(db, lessonPlace, "1")).toMatchObject({ step: 2, furthest: 2 }),
  );
  expect(await dueRows(db, Date.now(), 10)).toContainEqual(
    expect.objectContaining({ kind: "place", key: "1" }),
  );
  await follow("Back");
  await waitFor(async () =>
    expect(await readRow(db, lessonPlace, "1")).toMatchObject({ step: 1, furthest: 2 }),
  );
  await follow("Continue");
  await waitFor(async () => expect(await readRow(db, lessonPlace, "1")).toMatchObject({ step: 2 }));
  cleanup();
  openPlayer(LESSON);
  await screen.findByText(/^Step 2 of 3/);
  expect(shown()).toEqual(["2"]);
  // Also when the learner returns to the step at which the lesson opened.
  await follow("Back");
  await waitFor(async () => expect(await readRow(db, lessonPlace, "1")).toMatchObject({ step: 1 }));
  await follow("Continue");
  await waitFor(async () => expect(await readRow(db, lessonPlace, "1")).toMatchObject({ step: 2 }));
});

it("leads back from a lab to the step that was shown last", async () => {
  await learnerWithSteps();
  openPlayer(`${LESSON}&step=2`);
  await screen.findByText(/^Step 2 of 3/);
  expect(lessonPathBack("1")).toBe(`${LESSON}&step=2`);
});

it("titles a step whose text begins without a heading", async () => {
  const db = await signedInLearner();
  const { pack, ...entry } = lessonEntry("1");
  const html = "<p>Read on.</p>";
  const steps = [
    { title: "Before", minutes: 1, end: html.length },
    { title: "Later", minutes: 1, end: html.length * 2 },
  ];
  await db.lessons.put({ ...entry, pack: { ...pack, html: html + html, steps } });
  openPlayer(`${LESSON}&step=2`);
  await screen.findByRole("heading", { level: 2, name: "Later" });
  expect(screen.queryByRole("heading", { name: "Before" })).toBeNull();
});
