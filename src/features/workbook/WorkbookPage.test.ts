import { expect, test } from "vitest";
import { lessonPack } from "../../../tests/support/lessons.ts";
import type { FieldIsland, MarksIsland } from "../../domain/course/island.ts";
import { latestLesson, workbookPages, workbookText } from "./WorkbookPage.tsx";

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

test("the workbook opens at the lesson with the latest answer, and at its first lesson before there is one", () => {
  const pages = workbookPages([{ ...packs[0], islands: [field("l01-start", "One thing")] }, packs[1]]);
  const written: Record<string, string> = {
    "l01-start": "2026-11-20T09:00:00.000Z",
    "l03-mark-1": "2026-11-21T09:00:00.000Z",
  };
  expect(latestLesson(pages, (id) => written[id] ?? "")).toBe("3");
  expect(latestLesson(pages, () => "")).toBe("1");
});
