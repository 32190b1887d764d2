import { act, cleanup, configure, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { v4 as uuid } from "uuid";
import { afterEach, beforeEach, expect, vi } from "vitest";
import { Component as CourseRoute } from "../../../src/app/routes/course.tsx";
import { forgetIdentity, storeIdentity } from "../../../src/db/store/active.ts";
import { visitorDb } from "../../../src/db/store/deviceDb.ts";
import { type LearnerDb, learnerDb } from "../../../src/db/store/learnerDb.ts";
import type { LessonEntry } from "../../../src/db/store/rows.ts";
import { type LessonId, requireUserId } from "../../../src/domain/ids.ts";
import { AuthProvider } from "../../../src/platform/session/auth.tsx";
import { ToastRegion } from "../../../src/ui/overlay/ToastRegion.tsx";
import { currentToasts, dismissToast } from "../../../src/ui/overlay/toast.ts";
import { lessonPack } from "../lessons.ts";

// The player in jsdom, with test users and test data.

/** A busy machine may be slow to show data from IndexedDB. */
configure({ asyncUtilTimeout: 10_000 });

export const RIGHT = [0, 1, 2, 3, 0];
const OPTIONS = ["The source", "The date", "The sum", "The name"];
const REVEAL = "<p>Read on.</p><details><summary>Reveal</summary><p>The answer</p></details>";

export function lessonEntry(lessonId: LessonId, version = 1): LessonEntry {
  const pack = { ...lessonPack(lessonId, RIGHT), html: REVEAL };
  return { lessonId, version, hash: "0".repeat(64), bytes: 1, isPreview: lessonId === "1", pack };
}

export async function signedInLearner(
  enrollment: "enrolled" | "notEnrolled" = "enrolled",
): Promise<LearnerDb> {
  const userId = requireUserId(uuid());
  const db = learnerDb(userId);
  await db.lessons.bulkPut([lessonEntry("1"), lessonEntry("2")]);
  await db.meta.bulkPut([
    { key: "enrollment", value: enrollment },
    { key: "pulled", value: true },
  ]);
  await storeIdentity({ userId, email: "learner@academy.example", mustChangePassword: false });
  return db;
}

export function openPlayer(address = "/academy/course/ai-fluency") {
  const routes = [
    { path: "/academy/course/ai-fluency", Component: CourseRoute },
    { path: "*", element: <p>Another page</p> },
  ];
  const router = createMemoryRouter(routes, { initialEntries: [address] });
  render(
    <AuthProvider>
      <RouterProvider router={router} />
      <ToastRegion />
    </AuthProvider>,
  );
  return router;
}

/** Waits until the button is enabled, as a learner does. */
export async function press(name: string | RegExp): Promise<void> {
  const button = await screen.findByRole<HTMLButtonElement>("button", { name });
  await waitFor(() => expect(button.disabled).toBe(false));
  fireEvent.click(button);
}
export const outline = () => screen.findByRole("navigation", { name: "Lessons" });

export async function choose(title: RegExp): Promise<void> {
  // A closed module hides its lessons from the accessibility tree.
  fireEvent.click(within(await outline()).getByRole("link", { name: title, hidden: true }));
}

/** Answers question i with the author's option `answers[i]`. */
export async function answer(answers: readonly number[]): Promise<void> {
  const questions = await screen.findAllByRole("group", { name: /What would you check/ });
  answers.forEach((option, index) => {
    const group = questions[index];
    if (group) fireEvent.click(within(group).getByLabelText(OPTIONS[option] ?? ""));
  });
}

/** Speech synthesis with one English voice that never finishes speaking. */
export function aSpeakingBrowser() {
  const said: string[] = [];
  let current: string | null = null;
  // jsdom has no layout, so it cannot scroll.
  Element.prototype.scrollIntoView = () => undefined;
  const spokenAt: number[] = [];
  const voices = ["Kate", "Tom"].map((name) => ({ name, voiceURI: name, lang: "en-GB", localService: true }));
  const spokenBy: string[] = [];
  vi.stubGlobal("speechSynthesis", {
    getVoices: () => voices,
    speak({ text, rate, voice }: { text: string; rate: number; voice: { name: string } }) {
      said.push(text);
      spokenAt.push(rate);
      spokenBy.push(voice.name);
      current = text;
    },
    cancel() {
      current = null;
    },
  });
  vi.stubGlobal(
    "SpeechSynthesisUtterance",
    class {
      readonly text: string;
      constructor(text: string) {
        this.text = text;
      }
    },
  );
  return { said, spokenAt, spokenBy, isSpeaking: () => current !== null };
}

let isNarrow = false;
const onResize = new Set<() => void>();

/** Makes the window as narrow as a phone's, or as wide as at the start of each test. */
export function resizeWindow(to: "narrow" | "wide"): void {
  isNarrow = to === "narrow";
  // jsdom has no layout, so it cannot scroll.
  Element.prototype.scrollIntoView = () => undefined;
  act(() => {
    for (const listener of onResize) listener();
  });
}

let giveBack = () => {};

/** Makes the database refuse every write of synced data, as a full device does. */
export function deviceIsFull(): void {
  const { put } = IDBObjectStore.prototype;
  const full = vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(function (
    this: IDBObjectStore,
    ...row
  ) {
    if (this.name === "rows") throw new DOMException("no space left", "QuotaExceededError");
    return put.apply(this, row);
  });
  giveBack = () => full.mockRestore();
}

export function deviceHasRoom(): void {
  giveBack();
}

/** Call it at the top of the file. Each test starts signed out, with an empty store, and cleans up after itself. */
export function withPlayer(): void {
  beforeEach(async () => {
    isNarrow = false;
    vi.stubGlobal("matchMedia", (query: string) => ({
      get matches() {
        return !(isNarrow && query.includes("width"));
      },
      addEventListener: (_: string, listener: () => void) => onResize.add(listener),
      removeEventListener: (_: string, listener: () => void) => onResize.delete(listener),
    }));
    localStorage.clear();
    for (const name of Object.keys(document.documentElement.dataset))
      delete document.documentElement.dataset[name];
    await forgetIdentity();
    await visitorDb().lessons.clear();
  });
  afterEach(() => {
    cleanup();
    for (const { id } of currentToasts()) dismissToast(id);
    deviceHasRoom();
    vi.unstubAllGlobals();
  });
}
