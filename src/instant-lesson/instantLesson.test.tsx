// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router-dom";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { expectConsoleError } from "../../tests/support/failOnConsoleError.ts";
import { lessonEntry, signedInLearner, withPlayer } from "../../tests/support/player.tsx";
import { playerShellOf } from "../../tools/site/document.ts";
import { forgetIdentity, storeIdentity } from "../db/active.ts";
import { deviceDb } from "../db/deviceDb.ts";
import { glanceAtLesson } from "../db/glance.ts";
import { writeIdentityHint } from "../db/identityHint.ts";
import { requireUserId } from "../domain/ids.ts";
import { Spinner } from "../ui/Spinner.tsx";
import { FirstSight } from "./InstantLesson.tsx";
import { withLesson } from "./lessonDocument.ts";
import { lessonReply } from "./lessonReply.ts";
import { keepFirstSight } from "./takeOver.ts";

const STRANGER = requireUserId("0195e0a0-0000-7000-8000-000000000001");
const VISITED = new URL("https://academy.example/academy/course/ai-fluency?lesson=1");
const LONG = "<h2>Before</h2><p>Read on.</p><h2>Later</h2><p>The end.</p>";

/** The player's document, as the build writes it. */
const [, BODY = ""] = playerShellOf({
  built: '<head><script type="module" src="/assets/index-1.js"></script></head><div id="root"></div>',
  html: renderToStaticMarkup(
    <MemoryRouter>
      <FirstSight />
    </MemoryRouter>,
  ),
  reading: "",
  place: "",
  app: [],
}).split("</head>");

const scrolledBy = vi.fn();

withPlayer();
beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal("scrollBy", scrolledBy);
});
afterEach(() => {
  document.body.replaceChildren();
  vi.unstubAllGlobals();
  scrolledBy.mockClear();
});

/** A visit to lesson 1, as far as the worker's answer and the document's own script. Resolves to whether it was shown. */
async function visit({ isOnline = true, namesHeading = false } = {}): Promise<boolean> {
  const glance = await glanceAtLesson("1");
  document.body.innerHTML = glance ? withLesson(BODY, { ...glance, isOnline, namesHeading }) : BODY;
  await import("./storedPlace.ts");
  return glance !== null;
}

/** What the first script does when the document has been painted. */
function painted(): void {
  const sight = document.getElementById("first-sight");
  if (sight) keepFirstSight(sight, root());
}

const root = () => document.getElementById("root") as HTMLElement; // in every document

describe("a learner who opens a lesson of this device", () => {
  it("reads it before the app is here, and is shown nothing that only the app can do", async () => {
    await signedInLearner();
    await visit();
    screen.getByText("Read on.");
    expect(screen.getAllByRole("heading", { level: 1 }).map((title) => title.textContent)).toEqual([
      "What AI Is, and What It Isn't",
    ]);
    expect(document.body.textContent).not.toMatch(/%\w+%|You are offline/);
    expect(screen.queryByText("Completed")).toBeNull();
    expect(root().hidden).toBe(true);
  });

  it("finds the objectives as they were written, whatever signs they hold", async () => {
    const db = await signedInLearner();
    const { pack, ...entry } = lessonEntry("1");
    const objectives = ["Tell <b> & $& apart", "Name two"];
    await db.lessons.put({ ...entry, pack: { ...pack, objectives } });
    await visit();
    const items = [...document.querySelectorAll(".reading ul:first-of-type li")];
    expect(items.map((item) => item.textContent)).toEqual(objectives);
  });

  it("finds what is below the first screen there once that has been painted, and the footer under it", async () => {
    const db = await signedInLearner();
    const { pack, ...entry } = lessonEntry("1");
    await db.lessons.put({ ...entry, pack: { ...pack, html: LONG } });
    await visit();
    expect(screen.queryByText("The end.")).toBeNull();
    painted();
    screen.getByText("The end.");
    expect(document.querySelector("#first-sight .prose")?.innerHTML).toBe(LONG);
    expect(document.querySelector("#first-sight")?.lastElementChild?.tagName).toBe("FOOTER");
  });

  it("is where the lesson was left in the first frame, with all of the text", async () => {
    const db = await signedInLearner();
    const { pack, ...entry } = lessonEntry("1");
    await db.lessons.put({ ...entry, pack: { ...pack, html: LONG } });
    await db.meta.put({ key: "places", value: { 1: { part: 2, share: 0 } } });
    await visit();
    screen.getByText("The end.");
    painted();
    expect(scrolledBy).toHaveBeenCalledOnce();
  });

  it("is taken there later when the document's own script did not run", async () => {
    const db = await signedInLearner();
    await db.meta.put({ key: "places", value: { 1: { part: 0, share: 0 } } });
    const glance = await glanceAtLesson("1");
    if (glance)
      document.body.innerHTML = withLesson(BODY, { ...glance, isOnline: true, namesHeading: false });
    painted();
    expect(scrolledBy).toHaveBeenCalledOnce();
  });

  it("has all of the text at once when the address names a heading", async () => {
    const db = await signedInLearner();
    const { pack, ...entry } = lessonEntry("1");
    await db.lessons.put({ ...entry, pack: { ...pack, html: LONG } });
    await visit({ namesHeading: true });
    screen.getByText("The end.");
  });

  it("sees that it is complete, and that there is no connection", async () => {
    const db = await signedInLearner();
    const done = { completed: true, completedAt: "2026-11-01T09:00:00.000Z", quizScore: 100 };
    await db.progress.put({ lessonId: "1", moduleId: "1", ...done });
    await visit({ isOnline: false });
    screen.getByText("Completed");
    screen.getByText(/^You are offline/);
  });

  it("goes on in the app as soon as that shows more than that it is waiting", async () => {
    await signedInLearner();
    await visit();
    painted();
    root().innerHTML = renderToStaticMarkup(<Spinner label="Loading your progress..." />);
    await new Promise((resolve) => setTimeout(resolve));
    expect(root().hidden).toBe(true);
    root().innerHTML = "<main><h1>Please sign in again</h1></main>";
    await waitFor(() => expect(root().hidden).toBe(false));
    expect(document.getElementById("first-sight")).toBeNull();
  });
});

describe("the worker's answer", () => {
  const HEAD = "<!doctype html><head><title>The course</title>";
  const shell = (body = BODY) => new Response(`${HEAD}</head>${body}`, { headers: { "x-policy": "strict" } });

  it("is the document of the build, with its headers and the lesson", async () => {
    await signedInLearner();
    const reply = await lessonReply(shell(), "1", VISITED);
    expect(reply.headers.get("x-policy")).toBe("strict");
    expect(await reply.text()).toMatch(/^<!doctype html>.*<div id="first-sight">.*Read on\..*<\/template>/s);
  });

  it("is the document as it is, when the store cannot be read", async () => {
    await signedInLearner();
    const warned = vi.spyOn(console, "warn").mockReturnValue();
    const opened = vi.spyOn(indexedDB, "open").mockImplementation(() => {
      throw new DOMException("blocked", "UnknownError");
    });
    expect(await (await lessonReply(shell(), "1", VISITED)).text()).toBe(await shell().text());
    expect(warned).toHaveBeenCalledOnce();
    warned.mockRestore();
    opened.mockRestore();
  });

  it("is the document as it is, when that is none of this build", async () => {
    await signedInLearner();
    expectConsoleError(/could not be put into its document/);
    expect(await (await lessonReply(shell("<p>Another</p>"), "1", VISITED)).text()).toBe(
      `${HEAD}</head><p>Another</p>`,
    );
  });
});

describe("nothing is shown ahead", () => {
  it("to the next person at a device whose learner has left (I8)", async () => {
    await signedInLearner();
    await forgetIdentity();
    await expectNothing();
  });

  it("of somebody else's, whatever the hint in localStorage says (I8)", async () => {
    await signedInLearner();
    const learner = await deviceDb().identity.get("active");
    await storeIdentity({ userId: STRANGER, email: "stranger@example.org", mustChangePassword: false });
    writeIdentityHint(learner?.userId ?? null);
    await expectNothing();
  });

  it("to somebody whose access has ended", async () => {
    await signedInLearner("notEnrolled");
    await expectNothing();
  });

  it("to somebody who must choose a password first", async () => {
    await signedInLearner();
    await deviceDb().identity.update("active", { mustChangePassword: true });
    await expectNothing();
  });

  it("of a lesson that is not on the device, and no store is made by looking", async () => {
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
    expect(document.getElementById("first-sight")).toBeNull();
    expect(root().hidden).toBe(false);
  }
});
