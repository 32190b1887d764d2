// @vitest-environment jsdom
import { act, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { lessonPack } from "../../../tests/support/lessons.ts";
import { openRoutes } from "../../../tests/support/screens/openRoutes.tsx";
import { lessonEntry, signedInLearner, withPlayer } from "../../../tests/support/screens/player.tsx";
import { storeRows } from "../../../tests/support/screens/storedRows.ts";
import type { FieldIsland, MarksIsland } from "../../domain/course/island.ts";
import { workbookField } from "../../entities/workbookField/workbookField.ts";
import { Component as WorkbookPage } from "./WorkbookPage.tsx";
import { workbookPages, workbookText } from "./workbookPages.ts";

withPlayer();

const field = (id: string, label: string): FieldIsland => ({ kind: "field", id, label, lines: 3 });
const marks: MarksIsland = {
  kind: "marks",
  id: "marks",
  passMarks: 2,
  rows: [{ fieldId: "l03-mark-1", criterion: "Sense", needed: false, levels: ["", "", "", ""] }],
};
const sheet = { name: "a-sheet", title: "A sheet", purpose: "To try.", html: "<p></p>", islands: [marks] };
const packs = [
  lessonPack("1"),
  {
    ...lessonPack("3"),
    islands: [field("l03-case", "Your case"), field("l03-keep", "What to keep")],
    sheets: [sheet],
  },
];

test("the workbook has a page for each lesson that has questions, including questions on its sheets", () => {
  const pages = workbookPages(packs);
  expect(pages.map(({ lessonId }) => lessonId)).toEqual(["3"]);
  expect(pages[0]?.fields.map(({ id }) => id)).toEqual(["l03-case", "l03-keep"]);
  expect(pages[0]?.marks).toHaveLength(1);
});

test("the workbook export includes every answer, whatever its script, and leaves out unanswered questions", () => {
  const written: Record<string, string> = { "l03-case": "Zdzisław · 山田 · مريم", "l03-mark-1": "3" };
  const text = workbookText(workbookPages(packs), (id) => written[id] ?? "");
  expect(text).toContain("Lesson 3: Prompt, Check, Improve");
  expect(text).toContain("Your case\nZdzisław · 山田 · مريم");
  expect(text).toContain("Sense: 3");
  expect(text).not.toContain("What to keep");
});

test("the workbook opens the lesson with the latest answer, and every lesson before it is printed", async () => {
  const db = await signedInLearner();
  for (const [lessonId, id] of [
    ["1", "l01-start"],
    ["2", "l02-check"],
  ] as const) {
    const entry = lessonEntry(lessonId);
    await db.lessons.put({ ...entry, pack: { ...entry.pack, islands: [field(id, "Your case")] } });
  }
  await storeRows(db, workbookField, [{ fieldId: "l02-check", value: "A case" }]);
  openRoutes([{ path: "/", Component: WorkbookPage }], "/");
  await screen.findByText("1 of 1 question answered");
  const opened = () => [...document.querySelectorAll("details")].map(({ open }) => open);
  expect(opened()).toEqual([false, true]);
  act(() => void dispatchEvent(new Event("beforeprint")));
  expect(opened()).toEqual([true, true]);
});
