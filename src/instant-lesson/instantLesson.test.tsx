// @vitest-environment jsdom
import { render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { lessonDocument, SHELL } from "../../tests/support/screens/lessonDocument.tsx";
import { lessonEntry, signedInLearner, withPlayer } from "../../tests/support/screens/player.tsx";
import { forgetIdentity, storeIdentity } from "../db/store/active.ts";
import { deviceDb } from "../db/store/deviceDb.ts";
import { writeIdentityHint } from "../db/store/identityHint.ts";
import type { LessonPack } from "../domain/course/pack.ts";
import { requireUserId } from "../domain/ids.ts";
import { announceAppReady, useAnnounceApp } from "../ui/page/appReady.ts";
import { Spinner } from "../ui/Spinner.tsx";
import { bodyWithLesson } from "./lessonDocument.ts";
import { readStoredLesson } from "./lessonReply.ts";
import { goToStoredPlace } from "./storedPlace.ts";
import { prepareTakeOver } from "./takeOver.ts";

const STRANGER = requireUserId("0195e0a0-0000-7000-8000-000000000001");
const ADDRESS = "https://academy.example/academy/course/ai-fluency?lesson=1";
const [FIRST, SECOND] = [
  '<h2 id="s-before">Before</h2><p>Read on.</p>',
  '<h2 id="s-later">Later</h2><p>The end.</p>',
];
/** A lesson in two steps of text, and the last step. */
const STEPS = {
  html: FIRST + SECOND,
  steps: [
    { title: "Before", minutes: 2, end: FIRST.length },
    { title: "Later", minutes: 1, end: FIRST.length + SECOND.length },
  ],
};
const scrolledBy = vi.fn();

withPlayer();
beforeEach(() => {
  vi.stubGlobal("scrollBy", scrolledBy);
});
afterEach(() => {
  document.body.replaceChildren();
  vi.unstubAllGlobals();
  scrolledBy.mockClear();
});

type Circumstances = { isOffline?: boolean; address?: string };

/**
 * Simulates a visit to lesson 1 up to the inline script. Resolves to whether the worker's response contains the lesson.
 */
async function visit({ isOffline = false, address = "" }: Circumstances = {}): Promise<boolean> {
  const lesson = await readStoredLesson("1");
  const url = new URL(ADDRESS + address);
  const body = lesson && bodyWithLesson(lessonDocument, { ...lesson, isOffline, url });
  document.body.innerHTML = body ?? lessonDocument.bodyWithoutLesson;
  goToStoredPlace();
  return body !== null;
}

/** Does what the first script does after the first paint. */
function afterFirstPaint(): void {
  if (root().hidden) prepareTakeOver(root());
}

const root = () => document.getElementById("root") as HTMLElement; // Every document has this element.
const instantLesson = () => document.getElementById("instant-lesson");

async function learnerWith(some: Partial<LessonPack>) {
  const db = await signedInLearner();
  const { pack, ...entry } = lessonEntry("1");
  await db.lessons.put({ ...entry, pack: { ...pack, ...some } });
  return db;
}

describe("the player's document", () => {
  it("is painted before any script is fetched, and loads the app after that", () => {
    const { head, bodyWithoutLesson } = lessonDocument;
    expect(head).toBe(
      [
        SHELL.start,
        "<script>read($&)</script>",
        '<link rel="expect" href="#root" blocking="render">',
        SHELL.styles,
      ].join(""),
    );
    expect(bodyWithoutLesson).toBe(
      [
        SHELL.bodyStart,
        '<div id="root" data-scripts="/assets/main-1.js"></div>',
        /<template id="free-preview">.*<\/template>/s.exec(bodyWithoutLesson)?.[0],
        "<script>show($&)</script>",
        SHELL.firstScript,
        SHELL.bodyEnd,
      ].join(""),
    );
  });

  it("has no duplicate ids when it contains a lesson", async () => {
    await signedInLearner();
    await visit();
    afterFirstPaint();
    const ids = [...document.querySelectorAll("[id]")].map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(5);
    expect(ids).toEqual([...new Set(ids)]);
  });
});

describe("a learner who opens a lesson stored on this device", () => {
  it("sees the objectives exactly as they were written, markup characters included", async () => {
    const objectives = ["Tell <b> & $& apart", 'Name "two"'];
    await learnerWith({ objectives });
    await visit();
    const items = [...document.querySelectorAll(".reading ul:first-of-type li")];
    expect(items.map((item) => item.textContent)).toEqual(objectives);
  });

  it("sees the first step, where it is in the lesson, and a link to the next one", async () => {
    await learnerWith(STEPS);
    await visit();
    expect(instantLesson()?.querySelector(".prose")?.innerHTML).toBe(FIRST);
    screen.getByText("After this lesson you will be able to");
    screen.getByRole("timer");
    screen.getByText("Step 1 of 3 · about 7 minutes left");
    expect(
      screen.getByRole<HTMLProgressElement>("progressbar", { name: "Steps of this lesson" }).position,
    ).toBeCloseTo(1 / 3);
    expect(screen.queryByRole("link", { name: "Back" })).toBeNull();
    expect(screen.getByRole("link", { name: "Continue" }).getAttribute("href")).toBe(
      "/academy/course/ai-fluency?lesson=1&step=2",
    );
  });

  it("sees the app for the last step, which has no text", async () => {
    await learnerWith(STEPS);
    expect(await visit({ address: "&step=3" })).toBe(false);
    expect(root().hidden).toBe(false);
  });

  it("sees a lesson as a whole if it was stored by a version without steps", async () => {
    await learnerWith({ html: STEPS.html });
    await visit();
    expect(instantLesson()?.querySelector(".prose")?.innerHTML).toBe(STEPS.html);
    expect(screen.queryByRole("progressbar", { name: "Steps of this lesson" })).toBeNull();
    expect(screen.queryByRole("link", { name: "Continue" })).toBeNull();
  });

  it("sees that the lesson is complete and that there is no connection", async () => {
    const db = await signedInLearner();
    const done = { lessonId: "1", completed: true, completedAt: "2026-11-01T09:00:00.000Z", quizScore: 100 };
    await db.rows.put({ kind: "progress", key: "1", content: done, rev: 1 });
    await visit({ isOffline: true });
    screen.getByText("Completed");
    screen.getByText(/^You seem to be offline/);
  });

  it("sees the app as soon as the app shows something other than a spinner", async () => {
    await signedInLearner();
    await visit();
    afterFirstPaint();
    const { rerender } = render(<App>Loading</App>, { container: root() });
    rerender(<App>Opening</App>);
    await Promise.resolve();
    expect(root().hidden).toBe(true);
    rerender(<App />);
    await waitFor(() => expect(root().hidden).toBe(false));
    expect(instantLesson()).toBeNull();
    screen.getByRole("heading", { name: "Please sign in again" });
  });

  it("sees the app immediately if the app starts without a spinner", async () => {
    await signedInLearner();
    await visit();
    afterFirstPaint();
    render(<App />, { container: root() });
    expect(root().hidden).toBe(false);
    expect(instantLesson()).toBeNull();
  });

  it("sees the app after ten seconds even if the app still shows a spinner", async () => {
    await signedInLearner();
    await visit();
    vi.useFakeTimers();
    afterFirstPaint();
    render(<App>Loading</App>, { container: root() });
    vi.advanceTimersByTime(10_000);
    vi.useRealTimers();
    expect(root().hidden).toBe(false);
  });

  it("keeps focus and opened disclosures when the player takes over", async () => {
    await signedInLearner();
    await visit();
    afterFirstPaint();
    const before = instantLesson()?.querySelector("details");
    before?.setAttribute("open", "");
    before?.querySelector("summary")?.focus();
    root().innerHTML = `<div data-step="1"><div class="prose">${lessonEntry("1").pack.html}</div></div>`;
    expect(announceAppReady()).toBe(true);
    expect(root().querySelector("details")?.open).toBe(true);
    expect(document.activeElement).toBe(root().querySelector("summary"));
    expect(announceAppReady()).toBe(false);
  });
});

/** Renders what the app would: a page, or a spinner while `children` load. */
function App({ children }: { children?: string }) {
  useAnnounceApp();
  return children ? <Spinner key={children} label={children} /> : <h1>Please sign in again</h1>;
}

describe("before the app has started", () => {
  it("no lesson is shown to the next user of the device after a learner has signed out (I8)", async () => {
    await signedInLearner();
    await forgetIdentity();
    await expectNothing();
  });

  it("another learner's lesson is never shown, whatever the hint in localStorage says (I8)", async () => {
    await signedInLearner();
    const learner = await deviceDb().identity.get("active");
    await storeIdentity({ userId: STRANGER, email: "stranger@example.org", mustChangePassword: false });
    writeIdentityHint(learner?.userId ?? null);
    await expectNothing();
  });

  it("no lesson is shown to a learner whose access has ended", async () => {
    await signedInLearner("notEnrolled");
    await expectNothing();
  });

  it("no lesson is shown to a learner who must first choose a password", async () => {
    await signedInLearner();
    await deviceDb().identity.update("active", { mustChangePassword: true });
    await expectNothing();
  });

  it("a lesson that is not on the device is not shown, and trying to read it creates no database", async () => {
    const db = await signedInLearner();
    await db.lessons.clear();
    await expectNothing();
    await storeIdentity({ userId: STRANGER, email: "stranger@example.org", mustChangePassword: false });
    await expectNothing();
    await deviceDb().delete();
    await expectNothing();
    const names = (await indexedDB.databases()).map(({ name }) => name);
    expect(names).not.toContain("academy-device");
    expect(names).not.toContain(`academy-${STRANGER}`);
  });

  async function expectNothing(): Promise<void> {
    expect(await visit()).toBe(false);
    expect(instantLesson()).toBeNull();
    expect(root().hidden).toBe(false);
  }
});
