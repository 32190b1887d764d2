// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { lessonPack } from "../../../tests/support/lessons.ts";
import { signInLearner, storedLesson } from "../../../tests/support/screens/learner.ts";
import { openRoutes } from "../../../tests/support/screens/openRoutes.tsx";
import { forgetIdentity } from "../../db/store/active.ts";
import { visitorDb } from "../../db/store/deviceDb.ts";
import { readRow } from "../../db/synced/readRows.ts";
import type { AskIsland } from "../../domain/course/island.ts";
import type { LessonPack } from "../../domain/course/pack.ts";
import { workbookField } from "../../entities/workbookField/workbookField.ts";
import { Component as CourseRoute } from "./course.tsx";
import { Component as SheetRoute } from "./sheet.tsx";

const LESSON = "/academy/course/ai-fluency?lesson=1";
const SHEET = "/academy/course/ai-fluency/sheet?name=rubric";
const HTML = `<p>About <a href="/academy/glossary#token" class="term" data-term="token">tokens</a>.</p>
<details class="fold check" data-fold="check-why"><summary>Why?</summary><p>Because.</p></details>
<div class="island island-field" data-island="l01-case"></div>
<div class="island island-workbook" data-island="workbook"></div>
<div class="island island-ask" data-island="l01-timer"></div>
<div class="island island-ask" data-island="l01-lamp"></div>`;
const ask = (id: string, right: string): AskIsland => ({
  kind: "ask",
  id,
  as: "one",
  question: "Which learned?",
  edition: "a1b2c3",
  answers: [{ text: right }, { text: "Neither" }],
  right: [0],
});
const LEVELS: [string, string, string, string] = ["None", "Some", "Good", "Best"];

const PACK: LessonPack = {
  ...lessonPack("1"),
  html: HTML,
  islands: [
    { kind: "field", id: "l01-case", label: "Your case", lines: 2 },
    {
      kind: "workbook",
      id: "workbook",
      fields: [{ id: "l01-case", label: "Your case so far", lessonId: "1" }],
    },
    ask("l01-timer", "The filter"),
    ask("l01-lamp", "The map"),
  ],
  references: [{ term: "Token", definition: "A piece of a word." }],
  sheets: [
    {
      name: "rubric",
      title: "The rubric",
      purpose: "To mark your own work.",
      html: '<div class="island island-marks" data-island="marks"></div>',
      islands: [
        {
          kind: "marks",
          id: "marks",
          passMarks: 5,
          rows: [
            { fieldId: "l01-mark-1", criterion: "Sense", needed: false, levels: LEVELS },
            { fieldId: "l01-mark-2", criterion: "Care", needed: true, levels: LEVELS },
          ],
        },
      ],
    },
  ],
};
const ENTRY = storedLesson(PACK);

afterEach(async () => {
  await forgetIdentity();
});

async function signedInLearner() {
  const db = await signInLearner();
  await db.lessons.put(ENTRY);
  await db.meta.put({ key: "enrollment", value: "enrolled" });
  return db;
}

function open(address: string) {
  const routes = [
    { path: "/academy/course/ai-fluency", Component: CourseRoute },
    { path: "/academy/course/ai-fluency/sheet", Component: SheetRoute },
  ];
  openRoutes(routes, address);
}

const field = () => screen.findByRole<HTMLTextAreaElement>("textbox", { name: "Your case" });

test("a collapsible section that the learner opened is still open on the next visit", async () => {
  const db = await signedInLearner();
  open(LESSON);
  await field();
  const fold = () => document.querySelector<HTMLDetailsElement>("[data-fold]");
  const opened = fold();
  if (!opened) throw new Error("the lesson has no fold");
  opened.open = true;
  await waitFor(async () =>
    expect(await db.remembered.get("1")).toMatchObject({ byKey: { "check-why": "open" } }),
  );
  cleanup();
  open(LESSON);
  await waitFor(() => expect(fold()?.open).toBe(true));
});

test("pressing a glossary term shows its definition without leaving the lesson", async () => {
  await signedInLearner();
  open(LESSON);
  await field();
  fireEvent.click(screen.getByRole("link", { name: "tokens" }));
  await screen.findByRole("dialog", { name: "Token" });
  screen.getByText("A piece of a word.");
  expect(screen.queryByText("Another page")).toBeNull();
  expect(screen.getByRole("link", { name: "Open the glossary" }).getAttribute("href")).toBe(
    "/academy/glossary#token",
  );
  fireEvent.click(screen.getByRole("button", { name: "Back to the text" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("a learner who marks their own work sees what is still needed for a pass, and the marks are stored", async () => {
  const db = await signedInLearner();
  open(SHEET);
  const mark = async (criterion: RegExp, index: number) => {
    const group = await screen.findByRole("group", { name: criterion });
    const radio = group.querySelectorAll("input")[index];
    if (!radio) throw new Error("the row has no such mark");
    fireEvent.click(radio);
  };
  await mark(/Sense/, 4);
  await screen.findByText(/Still to mark: row 2/);
  await mark(/Care/, 0);
  await screen.findByText(/Not a pass yet. It needs 1 more to reach 5 and more than 0 in row 2/);
  await mark(/Care/, 1);
  await screen.findByText(/That is a pass/);
  expect(await readRow(db, workbookField, "l01-mark-2")).toMatchObject({ value: "1" });
});

test("a visitor's answer appears on the page with a notice that it is not saved", async () => {
  await visitorDb().lessons.put(ENTRY);
  open(LESSON);
  fireEvent.change(await field(), { target: { value: "Only here." } });
  fireEvent.blur(await field());
  await screen.findByText("Only here.", { selector: "dd *" });
  await screen.findByText(
    "You are not signed in, so what you do here will be lost when you sign in, or close or reload this tab.",
  );
});

test("a visitor reads once, beside the first answer, that answers are lost at sign-in", async () => {
  await visitorDb().lessons.put(ENTRY);
  open(LESSON);
  await field();
  const notes = () => screen.queryAllByText(/your answers on this page will be lost when you sign in/);
  expect(notes()).toEqual([]);
  for (const name of ["The map", "The filter"]) fireEvent.click(screen.getByRole("button", { name }));
  expect(screen.getAllByText("Right.")).toHaveLength(2);
  expect(notes().map((note) => note.closest("[data-island]")?.getAttribute("data-island"))).toEqual([
    "l01-lamp",
  ]);
});

test("the resource library lists the sheets of every lesson on this device", async () => {
  await signedInLearner();
  open("/academy/course/ai-fluency/sheet");
  await screen.findByRole("heading", { name: "Resource library" });
  expect(screen.getByRole("link", { name: "The rubric" }).getAttribute("href")).toBe(SHEET);
});

test("the page of a sheet that is not on this device looks for it before it says so", async () => {
  await signedInLearner();
  open("/academy/course/ai-fluency/sheet?name=none");
  await screen.findByText("Looking for the sheet…");
  await screen.findByText("This sheet is not on this device");
});
