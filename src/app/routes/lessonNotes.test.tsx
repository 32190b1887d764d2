// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeAll, expect, test } from "vitest";
import { lessonPack } from "../../../tests/support/lessons.ts";
import { signInLearner, storedLesson } from "../../../tests/support/screens/learner.ts";
import { openRoutes } from "../../../tests/support/screens/openRoutes.tsx";
import { forgetIdentity } from "../../db/store/active.ts";
import { visitorDb } from "../../db/store/deviceDb.ts";
import type { LearnerDb } from "../../db/store/learnerDb.ts";
import { deleteNote, writeNote } from "../../db/synced/notes.ts";
import { readRows, readStamped } from "../../db/synced/readRows.ts";
import { newNote, note as noteKind, notesOf } from "../../entities/note/note.ts";
import { Component as CourseRoute } from "./course.tsx";
import { Component as NotesRoute } from "./notes.tsx";

const LESSON = "/academy/course/ai-fluency?lesson=1";
const entry = (html: string, version = 1) => storedLesson({ ...lessonPack("1"), html }, version);
const TEXT = "<p>Ask who can say no. A model is a guess, however sure it sounds.</p>";

beforeAll(() => {
  // jsdom has no layout, so it cannot scroll.
  Element.prototype.scrollIntoView = () => undefined;
});
afterEach(async () => {
  await forgetIdentity();
});

async function signedInLearner(): Promise<LearnerDb> {
  const db = await signInLearner();
  await db.lessons.put(entry(TEXT));
  return db;
}

function open(path: string) {
  const routes = [
    { path: "/academy/course/ai-fluency", Component: CourseRoute },
    { path: "/academy/notes", Component: NotesRoute },
  ];
  openRoutes(routes, path);
}

async function select(words: string): Promise<void> {
  await screen.findByText("All your notes");
  const node = screen.getByText(/^Ask who/).firstChild;
  const start = node?.textContent?.indexOf(words) ?? -1;
  if (!node || start < 0) throw new Error("the text has no such words");
  act(() => {
    document.getSelection()?.setBaseAndExtent(node, start, node, start + words.length);
    document.dispatchEvent(new Event("selectionchange"));
  });
}

const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole("button", { name }));
const noteBox = () => screen.findByRole<HTMLTextAreaElement>("textbox", { name: /^Note/ });

test("tapping Highlight works on a phone that clears the selection when tapped", async () => {
  const db = await signedInLearner();
  open(LESSON);
  await select("A model is a guess");
  const button = await screen.findByRole("button", { name: "Highlight" });
  fireEvent.pointerDown(button);
  act(() => {
    document.getSelection()?.removeAllRanges();
    document.dispatchEvent(new Event("selectionchange"));
  });
  fireEvent.click(button);
  await screen.findByRole("button", { name: "Show in the text" });
  expect((await readRows(db, noteKind)).map(({ anchor }) => anchor?.quote)).toEqual(["A model is a guess"]);
});

test("a highlight whose text was removed from the lesson is kept and marked as no longer in the text", async () => {
  const db = await signedInLearner();
  open(LESSON);
  await select("A model is a guess");
  await press("Highlight");
  await screen.findByRole("button", { name: "Show in the text" });
  await db.lessons.put(entry("<p>Ask who can say no. Nothing else.</p>", 2));
  await screen.findByText("No longer in the text");
  screen.getByText("A model is a guess", { selector: "blockquote" });
});

test("a deleted note can be restored immediately, or later from the page of all notes", async () => {
  const db = await signedInLearner();
  open(LESSON);
  await select("who can say no");
  await press("Highlight");
  await press(/^Delete/);
  await press("Undo");
  await press(/^Delete/);
  await screen.findByText(/Highlight deleted/);
  cleanup();
  open("/academy/notes");
  await screen.findByText("You have no notes yet");
  await press(/^Restore/);
  await screen.findByRole("heading", { name: /^Lesson 1/ });
  const [note] = notesOf(await readStamped(db, noteKind));
  expect(note?.current).toMatchObject({ anchor: { quote: "who can say no" }, deleted: false });
  expect(note?.earlier).toHaveLength(4);
});

test("restoring notes by keyboard moves the focus to the next Restore button, and finally to the last restored note", async () => {
  await signedInLearner();
  const anchor = { quote: "who can say no", prefix: "Ask ", suffix: "." };
  for (const body of ["First.", "Second."]) {
    const note = newNote("1", 1);
    await writeNote(note, { anchor, colour: "ochre", body });
    await deleteNote(note);
  }
  open("/academy/notes");
  const bringBack = async (name: RegExp) => {
    const button = await screen.findByRole("button", { name });
    button.focus();
    fireEvent.click(button);
  };
  await bringBack(/^Restore: First/);
  await waitFor(() => expect(document.activeElement?.textContent).toBe("Restore: Second."));
  screen.getByText("Restored: “First.”", { selector: "[role=status]" });
  await bringBack(/^Restore: Second/);
  await waitFor(() => expect(document.activeElement?.tagName).toBe("LI"));
  expect(document.activeElement?.textContent).toContain("Second.");
});

test("an unsaved note is restored when the page is closed and opened again", async () => {
  await signedInLearner();
  open(LESSON);
  await screen.findByText("All your notes");
  await press("Write a note on this lesson");
  fireEvent.change(await noteBox(), { target: { value: "Half a thou" } });
  fireEvent(window, new Event("pagehide"));
  cleanup();
  open(LESSON);
  await screen.findByText("Unsaved changes");
  await press("Write a note on this lesson");
  await waitFor(async () => expect((await noteBox()).value).toBe("Half a thou"));
});

test("a visitor has no notes, because they would not be saved", async () => {
  await visitorDb().lessons.put(entry(TEXT));
  open(LESSON);
  await screen.findByText(/^Ask who/);
  expect(screen.queryByRole("heading", { name: "Your notes" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Your notes" })).toBeNull();
});
