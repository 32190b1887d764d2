// @vitest-environment jsdom
import { screen } from "@testing-library/react";
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
