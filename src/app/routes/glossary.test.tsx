// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { openRoutes } from "../../../tests/support/screens/openRoutes.tsx";
import { lessonEntry, signedInLearner, withPlayer } from "../../../tests/support/screens/player.tsx";
import type { LearnerDb } from "../../db/store/learnerDb.ts";
import type { LessonPack } from "../../domain/course/pack.ts";
import type { LessonId } from "../../domain/ids.ts";
import { Component as GlossaryRoute } from "./glossary.tsx";

withPlayer();

const token = { term: "Token", definition: "A piece of a word." };

async function keep(db: LearnerDb, lessonId: LessonId, some: Partial<LessonPack>): Promise<void> {
  const entry = lessonEntry(lessonId);
  await db.lessons.put({ ...entry, pack: { ...entry.pack, ...some } });
}

/** Each term with the text beside it. */
async function openGlossary(): Promise<string[]> {
  openRoutes([{ path: "/", Component: GlossaryRoute }], "/");
  await screen.findByText(/^\d+ terms?$/);
  return screen
    .getAllByRole("definition")
    .map((each) => `${each.previousElementSibling?.textContent}: ${each.textContent}`);
}

test("a learner whose access has ended sees the terms of the free lesson and none of the locked lessons", async () => {
  const db = await signedInLearner("notEnrolled");
  await keep(db, "1", { terms: [{ term: "Model", definition: "What was learned." }], references: [token] });
  await keep(db, "2", { terms: [token, { term: "Context", definition: "What the model is given." }] });
  expect(await openGlossary()).toEqual(["Model: What was learned.Lesson 1", "Token: A piece of a word."]);
});
