// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { openPlayer, signedInLearner, withPlayer } from "../../../../tests/support/player.tsx";
import type { OpId } from "../../../domain/ids.ts";

withPlayer();

it("the course overview continues a lesson on the step on which the learner left it", async () => {
  const db = await signedInLearner();
  const opId = "0192f000-0000-7000-8000-000000000000" as OpId; // It is a UUID.
  const movedAt = "2026-11-23T09:00:00.000Z";
  await db.lessonPlaces.put({ lessonId: "2", step: 2, furthest: 2, part: 0, share: 0, movedAt, opId });
  openPlayer();
  const link = await screen.findByRole("link", { name: "Lesson 2: Continue on step 2 of 2" });
  expect(link.getAttribute("href")).toBe("/academy/course/ai-fluency?lesson=2&step=2");
});
