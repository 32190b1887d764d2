// @vitest-environment jsdom
import { act, screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { openPlayer, signedInLearner, withPlayer } from "../../../../tests/support/screens/player.tsx";
import { storeRows } from "../../../../tests/support/screens/storedRows.ts";
import { lessonPlace } from "../../../entities/lessonPlace/lessonPlace.ts";

withPlayer();

it("the course overview continues a lesson on the step on which the learner left it", async () => {
  const db = await signedInLearner();
  await storeRows(db, lessonPlace, [{ lessonId: "2", step: 2, furthest: 2, part: 0, share: 0 }]);
  openPlayer();
  const link = await screen.findByRole("link", { name: "Lesson 2: Continue on step 2 of 2" });
  expect(link.getAttribute("href")).toBe("/academy/course/ai-fluency?lesson=2&step=2");
});

it("the first link of the sidebar skips the lessons and the other places", async () => {
  await signedInLearner();
  openPlayer();
  const skip = await screen.findByRole("link", { name: "Skip to the lesson" });
  act(() => skip.click());
  expect(document.activeElement).toBe(document.getElementById("lesson"));
  const places = within(screen.getByRole("navigation", { name: "Learning" })).getAllByRole("link");
  expect(places.map(({ textContent }) => textContent)).toEqual([
    "Your 30 days",
    "Labs",
    "Your workbook",
    "Your notes",
    "Search the course",
    "Glossary",
    "Downloads and sync",
  ]);
});
