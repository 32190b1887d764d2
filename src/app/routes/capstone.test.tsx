// @vitest-environment jsdom
import "fake-indexeddb/auto";
import { act, cleanup, configure, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { v4 as uuid } from "uuid";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { lessonPack } from "../../../tests/support/lessons.ts";
import { forgetIdentity, storeIdentity } from "../../db/store/active.ts";
import { type LearnerDb, learnerDb } from "../../db/store/learnerDb.ts";
import { setSyncStatus, UNTRIED } from "../../db/store/syncStatus.ts";
import { handInCapstone } from "../../db/synced/capstone.ts";
import { writeWorkbookField } from "../../db/synced/workbook.ts";
import { CAPSTONE_SECTIONS } from "../../domain/course/capstone.ts";
import { labFieldId, writeLabState } from "../../domain/course/labState.ts";
import { requireUserId } from "../../domain/ids.ts";
import type { Tier } from "../../domain/sales/plans.ts";
import type { CapstoneHandIn, CapstoneReview } from "../../entities/capstone/capstone.ts";
import { AuthProvider } from "../../platform/session/auth.tsx";
import { followIdentity } from "../../platform/session/authStore.ts";
import { Component as CapstoneRoute } from "./capstone.tsx";

configure({ asyncUtilTimeout: 10_000 });

beforeEach(async () => {
  await forgetIdentity();
  await followIdentity();
  setSyncStatus({ phase: "offline", ...UNTRIED });
});
afterEach(cleanup);

type Facts = { tier?: Tier; enrollment?: "enrolled" | "notEnrolled"; handIns?: CapstoneHandIn[] };

async function signIn({
  tier = "ngo",
  enrollment = "enrolled",
  handIns = [],
}: Facts = {}): Promise<LearnerDb> {
  const userId = requireUserId(uuid());
  const db = learnerDb(userId);
  await db.meta.bulkPut([
    { key: "enrollment", value: enrollment },
    { key: "access", value: { tier, status: "active", reason: "paid" } },
  ]);
  await db.capstones.bulkPut(handIns);
  await storeIdentity({ userId, email: "learner@academy.example", mustChangePassword: false });
  return db;
}

function open() {
  const routes = [
    { path: "/academy/capstone", Component: CapstoneRoute },
    { path: "*", element: <p>Another page</p> },
  ];
  const router = createMemoryRouter(routes, { initialEntries: ["/academy/capstone"] });
  render(
    <AuthProvider>
      <RouterProvider router={router} />
    </AuthProvider>,
  );
  return router;
}

async function writeAll(): Promise<void> {
  for (const { fieldId, title } of CAPSTONE_SECTIONS) await writeWorkbookField(fieldId, `Text of ${title}`);
}

const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const READ = "Read it before you hand it in";
const read = async () => {
  fireEvent.click(await screen.findByRole("button", { name: READ }));
  await screen.findByRole("heading", { name: "The copy that you hand in" });
};
const way = () => screen.getAllByRole("listitem").map((item) => item.textContent);

const REVIEW: CapstoneReview = {
  scores: [3, 2, 3, 0, 2],
  comments: ["A workable test.", "", "Dated.", "Only one tradition.", "Say who can refuse."],
  overall: "A clear case.\nAdd a second tradition.",
  hasSources: false,
  hasDiligence: true,
  passed: false,
  reviewedAt: "2026-11-27T09:00:00.000Z",
};
const handedIn = (changes: Partial<CapstoneHandIn> = {}): CapstoneHandIn => ({
  id: uuid(),
  attempt: 1,
  texts: { "l11-purpose": "A chatbot for tenants." },
  handedInAt: "2026-11-25T10:00:00.000Z",
  receivedAt: "2026-11-25T10:00:05.000Z",
  review: null,
  ...changes,
});

describe("before the capstone is handed in", () => {
  it("sends visitors to sign in, and signed-in visitors without the course to the dashboard", async () => {
    const router = open();
    await screen.findByText("Another page");
    expect(router.state.location.pathname).toBe("/auth");
    cleanup();
    await signIn({ enrollment: "notEnrolled" });
    act(() => setSyncStatus({ enrollmentCheck: { status: "noConnection", atMs: performance.now() } }));
    const second = open();
    await screen.findByText("Another page");
    expect(second.state.location.pathname).toBe("/academy/dashboard");
  });

  it("cannot be handed in without any text, and links to the first section in lesson 11", async () => {
    await signIn();
    open();
    await screen.findByText("0 of 9 sections");
    expect(screen.queryByRole("button")).toBeNull();
    expect(screen.getByRole("link", { name: "Begin in lesson 11" }).getAttribute("href")).toBe(
      "/academy/course/ai-fluency?lesson=11",
    );
  });

  it("names each section as written or empty, and links to the step of lesson 11 with its field", async () => {
    const db = await signIn();
    const html = `<p>One</p><div data-island="l11-purpose"></div><p>Two</p><div data-island="l11-rules"></div>`;
    const cut = html.indexOf("<p>Two");
    const steps = [
      { title: "One", minutes: 1, end: cut },
      { title: "Two", minutes: 1, end: html.length },
    ];
    const pack = { ...lessonPack("11"), html, steps };
    await db.lessons.put({
      lessonId: "11",
      version: 1,
      hash: "0".repeat(64),
      bytes: 1,
      isPreview: false,
      pack,
    });
    await writeWorkbookField("l11-rules", "Minimal tier.");
    open();
    await screen.findByText("1 of 9 sections");
    const address = (name: RegExp) => screen.getByRole("link", { name }).getAttribute("href");
    expect(address(/^Write it.*1\. Purpose/)).toBe("/academy/course/ai-fluency?lesson=11&step=1");
    expect(address(/^Change it.*4\. Rules/)).toBe("/academy/course/ai-fluency?lesson=11&step=2");
    expect(address(/^Write it.*8\. Decision/)).toBe("/academy/course/ai-fluency?lesson=11");
    expect(screen.getAllByText("Empty")).toHaveLength(8);
  });
});

describe("handing in", () => {
  it("shows the whole copy first and what happens next, and stores exactly that copy", async () => {
    const db = await signIn();
    await writeAll();
    open();
    await read();
    await waitFor(() => expect(document.activeElement?.textContent).toBe("The copy that you hand in"));
    screen.getByText("Text of 9. Diligence statement");
    screen.getByText(/A reviewer reads it/);
    screen.getByText(/You cannot change the copy afterwards/);
    screen.getByText(/hand it in once more/);
    expect(screen.getByRole("link", { name: "privacy policy" }).getAttribute("href")).toBe("/privacy-policy");
    press("Hand in");
    await screen.findByRole("heading", { name: "Your capstone is handed in" });
    await waitFor(() => expect(document.activeElement?.textContent).toBe("Your capstone is handed in"));
    const [stored] = await db.capstones.toArray();
    expect(stored?.texts).toEqual(
      Object.fromEntries(CAPSTONE_SECTIONS.map(({ fieldId, title }) => [fieldId, `Text of ${title}`])),
    );
    await screen.findByText(
      "You are offline. It is saved on this device and will be sent when you are back.",
    );
    expect(way()[1]).toMatch(/^Not sent yet/);
    expect(await db.outbox.toArray()).toContainEqual(expect.objectContaining({ type: "capstone" }));
  });

  it("with empty sections needs a tick beside their names", async () => {
    const db = await signIn();
    await writeAll();
    await writeWorkbookField("l11-rules", " ");
    await writeWorkbookField("l11-trace", "");
    open();
    await read();
    const box = screen.getByRole("checkbox", {
      name: /2 sections are empty: 4\. Rules and 7\. Data, labour, language and energy/,
    });
    press("Hand in");
    screen.getByText("Tick this box, or go back and write what is missing.");
    expect(await db.capstones.count()).toBe(0);
    fireEvent.click(box);
    press("Hand in");
    await screen.findByRole("heading", { name: "Your capstone is handed in" });
  });

  it("keeps the copy that is being read when another tab writes, until the learner takes the newer text", async () => {
    await signIn();
    await writeAll();
    open();
    await read();
    await act(() => writeWorkbookField("l11-rules", "Written in another tab."));
    await screen.findByText("Your workbook has changed since this copy was made.");
    expect(screen.queryByText("Written in another tab.")).toBeNull();
    press("Use the newer text");
    await screen.findByText("Written in another tab.");
    expect(screen.queryByText(/has changed since/)).toBeNull();
  });

  it("does nothing in a tab when another tab was first, and shows that hand-in", async () => {
    const db = await signIn();
    await writeAll();
    open();
    await read();
    await act(() => handInCapstone({ "l11-purpose": "From the other tab." }));
    await screen.findByText("Your capstone was handed in from another tab or device.");
    screen.getByText("From the other tab.");
    expect(screen.queryByRole("button", { name: "Hand in" })).toBeNull();
    expect(await db.capstones.count()).toBe(1);
  });

  it("returns to the sections without handing in", async () => {
    const db = await signIn();
    await writeAll();
    open();
    await read();
    press("Go back");
    await screen.findByText("9 of 9 sections");
    await waitFor(() => expect(document.activeElement?.textContent).toBe("Your nine sections"));
    expect(await db.capstones.count()).toBe(0);
  });
});

describe("after the capstone was handed in", () => {
  it("says when it was received, and that a reviewer will read it", async () => {
    await signIn({ handIns: [handedIn()] });
    open();
    await screen.findByRole("heading", { name: "Your capstone is handed in" });
    expect(way()[1]).toMatch(/^ReceivedIn your account since 25 November 2026/);
    expect(way()[2]).toMatch(/^Waiting for a reviewer.*We cannot name a day/);
    screen.getByText("A chatbot for tenants.");
    expect(screen.queryByRole("button", { name: READ })).toBeNull();
  });

  it("says that it has not reached the account, with a link to the reason, when the server rejected it", async () => {
    const db = await signIn();
    await writeAll();
    await handInCapstone({ "l11-purpose": "A chatbot." });
    await db.outbox.toCollection().modify({ error: "not_entitled", state: "parked" });
    open();
    await screen.findByText(/your account has not taken it yet/);
    expect(screen.getByRole("link", { name: "See why" }).getAttribute("href")).toBe("/academy/device");
  });

  it("leads students to the lab in which they score it, and shows when the lab is done", async () => {
    const db = await signIn({ tier: "student", handIns: [handedIn()] });
    open();
    await screen.findByText("Now score it yourself");
    expect(screen.getByRole("link", { name: "Review a review" }).getAttribute("href")).toBe(
      "/academy/course/ai-fluency/lab?name=review-a-review",
    );
    expect(document.body.textContent).not.toContain("Waiting for a reviewer");
    await act(() => writeWorkbookField(labFieldId("11", "review-a-review"), writeLabState({}, true)));
    await screen.findByText("Scored by you");
    expect(await db.capstones.count()).toBe(1);
  });

  it("shows students before the hand-in that nobody else reads it and that there is one attempt", async () => {
    await signIn({ tier: "student" });
    await writeAll();
    open();
    await read();
    screen.getByText(/Nobody else reads it/);
    screen.getByText("You hand it in once.");
    expect(document.body.textContent).not.toContain("hand it in once more");
  });

  it("says that only one copy counts when two devices handed in", async () => {
    const late = handedIn({ receivedAt: null, texts: { "l11-purpose": "From the phone." } });
    await signIn({ handIns: [late, handedIn()] });
    open();
    await screen.findByText(/You handed it in on two devices/);
    screen.getByText("A chatbot for tenants.");
    expect(screen.queryByText("From the phone.")).toBeNull();
  });
});

describe("a review", () => {
  it("shows the result, the points and a comment for each row, and what a pass still needs", async () => {
    await signIn({ handIns: [handedIn({ review: REVIEW })] });
    open();
    await screen.findByRole("heading", { name: "Not a pass yet: 10 of 20 points" });
    const rows = within(screen.getByRole("table", { name: "Points and comments" })).getAllByRole("row");
    expect(rows.map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
      ["Criterion", "Points", "Comment"],
      ["1. Understanding and testing", "3 of 4", "A workable test."],
      ["2. Practical use", "2 of 4", "No comment"],
      ["3. Rules and safeguards", "3 of 4", "Dated."],
      ["4. Plural ethics", "0 of 4", "Only one tradition."],
      ["5. People and power", "2 of 4", "Say who can refuse."],
    ]);
    for (const need of [
      "2 more points, to reach 12",
      "More than 0 in row 4, plural ethics",
      "Sources that you have opened",
    ])
      screen.getByText(need, { selector: "li" });
    screen.getByText(/Add a second tradition/);
    screen.getByText(/A pass needs 12 of 20 points, more than 0 in rows 3, 4 and 5/);
  });

  it("that is not a pass allows one more attempt, which marks what has changed", async () => {
    const db = await signIn({ handIns: [handedIn({ review: REVIEW })] });
    await writeWorkbookField("l11-purpose", "A chatbot for tenants.");
    open();
    await screen.findByRole("heading", { name: "Hand in again" });
    await screen.findByText("Nothing has changed since your first attempt yet.");
    await act(() => writeWorkbookField("l11-traditions", "Rights and Ubuntu."));
    await screen.findByText("Written, changed since your first attempt");
    screen.getByText("Written, as in your first attempt");
    await read();
    screen.getByText("Changed");
    screen.getByText("This is your second and last attempt.");
    fireEvent.click(screen.getByRole("checkbox"));
    press("Hand in");
    await screen.findByRole("heading", { name: "Your second attempt is handed in" });
    expect((await db.capstones.toArray()).map(({ attempt }) => attempt).sort()).toEqual([1, 2]);
    screen.getByText("Your first attempt and its review");
  });

  it("that is a pass, or of the second attempt, ends the attempts", async () => {
    const pass = { ...REVIEW, scores: [3, 3, 3, 3, 3], hasSources: true, passed: true };
    await signIn({ handIns: [handedIn({ review: pass })] });
    open();
    await screen.findByRole("heading", { name: "Passed: 15 of 20 points" });
    const credential = screen.getByRole("link", { name: "Get your credential “Capstone reviewed”" });
    expect(credential.getAttribute("href")).toBe("/academy/certificate");
    expect(screen.queryByText("What it needs for a pass")).toBeNull();
    expect(screen.queryByRole("heading", { name: "Hand in again" })).toBeNull();
    cleanup();
    await signIn({
      handIns: [
        handedIn({ review: REVIEW }),
        handedIn({ attempt: 2, review: { ...REVIEW, scores: [3, 3, 3, 0, 2] } }),
      ],
    });
    open();
    await screen.findByRole("heading", { name: "Not a pass yet: 11 of 20 points" });
    screen.getByText(/That was the second attempt/);
    expect(screen.queryByRole("heading", { name: "Hand in again" })).toBeNull();
  });
});
