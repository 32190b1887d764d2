// @vitest-environment jsdom
import "fake-indexeddb/auto";
import { act, cleanup, configure, render, screen, within } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { v4 as uuid } from "uuid";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { askedForEnrollment, untilStoreIsRead } from "../../../tests/support/enrollment.ts";
import { expectConsoleError } from "../../../tests/support/failOnConsoleError.ts";
import { forgetIdentity, storeIdentity } from "../../db/active.ts";
import { type LearnerDb, learnerDb } from "../../db/learnerDb.ts";
import type { Access } from "../../db/rows.ts";
import { setSyncStatus, UNTRIED } from "../../db/syncStatus.ts";
import { moduleOf } from "../../domain/course.ts";
import { type AttemptId, LESSON_IDS, requireUserId } from "../../domain/ids.ts";
import type { LocalDay } from "../../domain/studyDays.ts";
import { AuthProvider } from "../../platform/auth.tsx";
import { followIdentity } from "../../platform/authStore.ts";
import { holdInstallPrompt } from "../../platform/installPrompt.ts";
import { Component as DashboardPage } from "./DashboardPage.tsx";

/** A busy machine may be slow to show what IndexedDB says. */
configure({ asyncUtilTimeout: 10_000 });

type Facts = {
  enrollment?: "enrolled" | "notEnrolled";
  access?: Access;
  done?: number;
  score?: number;
  /** False on a device to which the learner's progress has not come. */
  pulled?: boolean;
};

async function signIn({ enrollment, access, done = 0, score = 0, pulled = true }: Facts): Promise<LearnerDb> {
  const userId = requireUserId(uuid());
  const db = learnerDb(userId);
  if (enrollment) await db.meta.put({ key: "enrollment", value: enrollment });
  if (access) await db.meta.put({ key: "access", value: access });
  if (pulled) await db.meta.put({ key: "pulled", value: true });
  await db.progress.bulkPut(
    LESSON_IDS.slice(0, done).map((lessonId) => ({
      lessonId,
      moduleId: moduleOf(lessonId).id,
      completed: true,
      completedAt: "2026-11-20T10:00:00.000Z",
      quizScore: score,
    })),
  );
  if (done > 0) await db.achievements.put({ type: "first_lesson" });
  await storeIdentity({ userId, email: "learner@academy.example", mustChangePassword: false });
  return db;
}

function open() {
  const routes = [
    { path: "/academy/dashboard", Component: DashboardPage },
    { path: "*", element: <p>Another page</p> },
  ];
  const router = createMemoryRouter(routes, { initialEntries: ["/academy/dashboard"] });
  render(
    <AuthProvider>
      <RouterProvider router={router} />
    </AuthProvider>,
  );
  return router;
}

/** The sync's answer to a page that asks about the enrolment. */
const answers = (enrollment: "enrolled" | "notEnrolled") =>
  act(() => setSyncStatus({ enrollmentCheck: { status: "answered", enrollment, atMs: performance.now() } }));

/** The four figures as they are read: label, then value. */
async function figures(): Promise<(string | null)[][]> {
  const labels = await screen.findAllByRole("term");
  return labels.map((label) => [label.textContent, label.nextElementSibling?.textContent ?? null]);
}

beforeEach(async () => {
  localStorage.clear();
  await forgetIdentity();
  await followIdentity();
  setSyncStatus({ phase: "idle", ...UNTRIED });
});
afterEach(() => {
  vi.useRealTimers();
  cleanup();
});

describe("who may see the dashboard", () => {
  it("not a visitor, who is sent to sign in (S-009)", async () => {
    const router = open();
    await screen.findByText("Another page");
    expect(router.state.location.pathname).toBe("/auth");
  });

  it("not a signed-in person without an enrolment, who is sent to the catalogue (S-009, S-056)", async () => {
    await signIn({ enrollment: "notEnrolled" });
    const router = open();
    await screen.findByText("Loading your courses…");
    answers("notEnrolled");
    await screen.findByText("Another page");
    expect(router.state.location.pathname).toBe("/academy/courses");
  });

  it("a learner whose device remembers the time before the purchase, once the server has been asked (S-056)", async () => {
    const db = await signIn({ enrollment: "notEnrolled" });
    const wanted = askedForEnrollment();
    const router = open();
    await wanted;
    await untilStoreIsRead(db);
    screen.getByText("Loading your courses…");
    await act(() => db.meta.put({ key: "enrollment", value: "enrolled" }));
    answers("enrolled");
    await screen.findByText("Welcome to your learning");
    expect(router.state.location.pathname).toBe("/academy/dashboard");
  });

  it("nobody is sent away by the answer of a check that ended long before the page was opened", async () => {
    setSyncStatus({
      enrollmentCheck: { status: "answered", enrollment: "notEnrolled", atMs: performance.now() - 5_000 },
    });
    const db = await signIn({ enrollment: "notEnrolled" });
    const wanted = askedForEnrollment();
    const router = open();
    await wanted;
    await untilStoreIsRead(db);
    screen.getByText("Loading your courses…");
    expect(router.state.location.pathname).toBe("/academy/dashboard");
    answers("notEnrolled");
    await screen.findByText("Another page");
  });

  it("nobody is sent away without a connection: the page says what it knows, since when, and a way on", async () => {
    const db = await signIn({ enrollment: "notEnrolled" });
    await db.meta.put({ key: "enrollmentAnsweredAt", value: "2026-11-21T12:00:00.000Z" });
    const router = open();
    await screen.findByText("Loading your courses…");
    act(() => setSyncStatus({ enrollmentCheck: { status: "noConnection", atMs: performance.now() } }));
    const said = await screen.findByText(/^When this device last asked/);
    expect(said.textContent).toMatch(
      /, on 21 November 2026 at \d\d:00, this account was not enrolled\. If that has/,
    );
    const free = screen.getByRole("link", { name: "the free lesson" });
    expect(free.getAttribute("href")).toBe("/academy/course/ai-fluency?lesson=1");
    screen.getByRole("button", { name: "Try again" });
    expect(router.state.location.pathname).toBe("/academy/dashboard");
    answers("notEnrolled");
    await screen.findByText("Another page");
  });

  it("nobody is sent away by a check that failed: the spinner stays, with a Retry beside it (S-102)", async () => {
    await signIn({ enrollment: "notEnrolled" });
    const router = open();
    act(() => setSyncStatus({ enrollmentCheck: { status: "failed" } }));
    await screen.findByRole("button", { name: "Retry" });
    screen.getByText("Loading your courses…");
    expect(router.state.location.pathname).toBe("/academy/dashboard");
  });

  it("but to the account where the account is about to be deleted and can still be kept", async () => {
    const { name } = await signIn({ enrollment: "notEnrolled" });
    const userId = name.slice("academy-".length);
    localStorage.setItem("academy-deletion", JSON.stringify({ userId, dueAt: "2026-11-28T10:00:00.000Z" }));
    const router = open();
    await screen.findByText("Loading your courses…");
    answers("notEnrolled");
    await screen.findByText("Another page");
    expect(router.state.location.pathname).toBe("/academy/account");
  });

  it("not somebody whose plan is paused, who is told so and what is kept", async () => {
    const access: Access = { tier: "ngo", status: "paused", reason: "paused" };
    await signIn({ enrollment: "notEnrolled", access, done: 3 });
    open();
    await screen.findByText("Loading your courses…");
    answers("notEnrolled");
    await screen.findByText("Your lessons wait for you");
    screen.getByText(/3 of 11 lessons complete/);
    expect(screen.getByRole("link", { name: "See your payments" }).getAttribute("href")).toBe(
      "/academy/account",
    );
  });

  it("nobody yet while the enrolment is unknown: a spinner, and no redirect (S-056)", async () => {
    await signIn({});
    const router = open();
    await screen.findByText("Loading your courses…");
    expect(screen.queryByRole("button", { name: "Retry" })).toBeNull();
    expect(router.state.location.pathname).toBe("/academy/dashboard");
  });

  it("nobody after a failed check, but the spinner stays and a Retry stands beside it (S-102)", async () => {
    await signIn({});
    const router = open();
    await screen.findByText("Loading your courses…");
    act(() => setSyncStatus({ enrollmentCheck: { status: "failed" } }));
    await screen.findByRole("button", { name: "Retry" });
    screen.getByText("Loading your courses…");
    expect(router.state.location.pathname).toBe("/academy/dashboard");
  });
});

describe("an enrolled learner's dashboard", () => {
  it("welcomes a newcomer with four figures and a course to continue (S-010, S-011, S-112)", async () => {
    await signIn({ enrollment: "enrolled" });
    open();
    expect(await figures()).toEqual([
      ["Courses Enrolled", "1"],
      ["Total Hours", "0 of 5.5"],
      ["Avg. Progress", "0%"],
      ["Certificates", "0"],
    ]);
    const upNext = screen.getByRole("link", { name: "Module 1" });
    expect(upNext.getAttribute("href")).toBe("/academy/course/ai-fluency");
    screen.getByRole("link", { name: "Continue Learning" });
  });

  it("shows a finished course as one to review, with its certificate (S-011, S-056, S-112)", async () => {
    await signIn({ enrollment: "enrolled", done: 11 });
    open();
    expect(await figures()).toContainEqual(["Certificates", "1"]);
    screen.getByRole("link", { name: "Course Complete!" });
    screen.getByRole("link", { name: "Review Course" });
    const certificate = screen.getByRole("link", { name: "Your certificate" });
    expect(certificate.getAttribute("href")).toBe("/academy/certificate");
  });

  it("lists four achievements, Quiz Master among them once five scores are 90 or more (S-012, S-111)", async () => {
    await signIn({ enrollment: "enrolled", done: 5, score: 90 });
    open();
    const list = await screen.findByRole("region", { name: "Achievements" });
    const states = within(list)
      .getAllByRole("listitem")
      .map((item) => [item.querySelector("p")?.textContent, item.lastElementChild?.textContent]);
    expect(states).toEqual([
      ["First Lesson Complete", "Earned"],
      ["5 Lessons Completed", "Not yet"],
      ["Course Complete", "Not yet"],
      ["Quiz Master", "Earned"],
    ]);
  });

  it("says what the learner's tier holds, and recommends the next (S-013)", async () => {
    await signIn({ enrollment: "enrolled", access: { tier: "ngo", status: "active", reason: "paid" } });
    open();
    const tier = await screen.findByRole("region", { name: "What you have" });
    within(tier).getByText("Resource library");
    const recommended = screen.getByRole("region", { name: "AI Fluency in 30 Days" });
    const places = within(recommended)
      .getAllByRole("link")
      .map((link) => [link.textContent, link.getAttribute("href")]);
    expect(places).toEqual([
      ["Enroll Now", "/academy/checkout"],
      ["View All Courses", "/academy/courses"],
    ]);
  });

  it("says in words where the work is", async () => {
    await signIn({ enrollment: "enrolled" });
    open();
    await screen.findByText("All your work is saved to your account.");
    act(() => setSyncStatus({ phase: "offline" }));
    await screen.findByText("You are offline. Everything you did here has been sent.");
  });

  it("invites somebody who has not begun to lesson 1, and to nothing that is missed", async () => {
    await signIn({ enrollment: "enrolled" });
    open();
    const today = await screen.findByRole("region", { name: "Today" });
    within(today).getByText("Your 30 days");
    within(today).getByText("Lesson 1: What AI Is, and What It Isn't");
    expect(within(today).getByRole("link").getAttribute("href")).toBe("/academy/course/ai-fluency?lesson=1");
    expect(within(today).queryByText(/run/)).toBeNull();
    expect(document.body.textContent).not.toMatch(/behind|late|missed|overdue/i);
  });

  it("counts the plan's days from the first day of study, and moves the plan when asked", async () => {
    vi.useFakeTimers({ now: Date.parse("2026-11-28T12:00:00.000Z"), toFake: ["Date"] });
    await signIn({ enrollment: "enrolled", done: 3 });
    open();
    const today = await screen.findByRole("region", { name: "Today" });
    within(today).getByText("Day 9 of 30");
    within(today).getByText("Lesson 4: When Systems Get People Wrong");
    const reviews = screen.getByRole("region", { name: "Reviews" });
    expect(
      within(reviews)
        .getAllByRole("listitem")
        .map((item) => item.textContent),
    ).toEqual([
      "Review 1: lessons 1 to 3Due",
      "Review 2: lessons 1 to 5after lesson 5",
      "Review 3: lessons 1 to 7after lesson 7",
      "Review 4: lessons 1 to 10after lesson 10",
    ]);
    act(() => screen.getByRole("button", { name: "Go on from today", hidden: true }).click());
    await within(today).findByText("Day 7 of 30");
    within(today).getByText("Review 1: lessons 1 to 3");
  });

  it("keeps every attempt at a quiz in the history, the newest first", async () => {
    const db = await signIn({ enrollment: "enrolled", done: 1, score: 100 });
    const taken = (takenAt: string, score: number) => ({
      id: uuid() as AttemptId, // a UUID by its maker
      lessonId: "1" as const,
      lessonVersion: 1,
      answers: [0, 0, 0, 0, 0],
      score,
      passed: score >= 80,
      takenAt,
      receivedAt: null,
    });
    await db.attempts.bulkPut([
      taken("2026-11-18T09:00:00.000Z", 60),
      taken("2026-11-20T09:00:00.000Z", 100),
    ]);
    open();
    const history = await screen.findByRole("region", { name: "Quiz history" });
    await within(history).findByText("2 attempts, best 100%");
    const lines = within(history).getAllByRole("listitem", { hidden: true });
    expect(lines.map((line) => line.textContent)).toEqual([
      expect.stringMatching(/20 Nov 2026.*100%, passed/),
      expect.stringMatching(/18 Nov 2026.*60%, not passed/),
    ]);
  });

  it("asks once to install, after a first lesson, and never again after a no", async () => {
    holdInstallPrompt();
    dispatchEvent(new Event("beforeinstallprompt", { cancelable: true }));
    await signIn({ enrollment: "enrolled" });
    open();
    await screen.findByText("Welcome to your learning");
    expect(screen.queryByText("Keep the course on your home screen")).toBeNull();
    cleanup();
    await signIn({ enrollment: "enrolled", done: 1 });
    open();
    await screen.findByRole("button", { name: "Install" });
    act(() => screen.getByRole("button", { name: "No, thank you" }).click());
    expect(screen.queryByText("Keep the course on your home screen")).toBeNull();
    cleanup();
    open();
    await screen.findByText("Welcome to your learning");
    expect(screen.queryByText("Keep the course on your home screen")).toBeNull();
  });

  it("tells who has an iPhone where to find the home screen", async () => {
    dispatchEvent(new Event("appinstalled"));
    Object.defineProperty(navigator, "standalone", { configurable: true, value: false });
    Object.defineProperty(navigator, "maxTouchPoints", { configurable: true, value: 5 });
    localStorage.clear();
    await signIn({ enrollment: "enrolled", done: 1 });
    open();
    await screen.findByText(/Tap Share, then “Add to Home Screen”/);
    Reflect.deleteProperty(navigator, "standalone");
    Reflect.deleteProperty(navigator, "maxTouchPoints");
  });

  it("says that the progress is not known yet, and no figure, where it could not be loaded (S-102)", async () => {
    expectConsoleError(/^Error loading dashboard data$/);
    const db = await signIn({ enrollment: "enrolled", pulled: false });
    open();
    await screen.findByText("Loading your courses…");
    act(() => setSyncStatus({ progressLoadFailed: true, phase: "error" }));
    await screen.findByText("Your progress is not known yet");
    expect(await figures()).toEqual([
      ["Courses Enrolled", "1"],
      ["Total Hours", "Not known yet"],
      ["Avg. Progress", "Not known yet"],
      ["Certificates", "Not known yet"],
    ]);
    expect(screen.queryByRole("progressbar")).toBeNull();
    expect(screen.queryByText("Not yet")).toBeNull();
    expect(screen.queryByRole("region", { name: "Today" })).toBeNull();

    await act(() => db.meta.put({ key: "pulled", value: true }));
    await screen.findByRole("region", { name: "Today" });
    expect(await figures()).toContainEqual(["Avg. Progress", "0%"]);
  });

  it("begins the plan on the day on which the course was opened, after a first lesson under a clock years behind", async () => {
    vi.useFakeTimers({ now: Date.parse("2026-11-22T12:00:00.000Z"), toFake: ["Date"] });
    const db = await signIn({ enrollment: "enrolled" });
    await db.meta.bulkPut([
      { key: "studyDays", value: ["2025-01-01" as LocalDay] }, // a day of the calendar
      {
        key: "studyStart",
        value: { registeredAt: "2026-11-01T08:00:00.000Z", enrolledAt: "2026-11-20T08:00:00.000Z" },
      },
    ]);
    open();
    const today = await screen.findByRole("region", { name: "Today" });
    within(today).getByText("Day 3 of 30");
  });

  it("logs a store that cannot be read, stops loading, and works again on a second try (S-102)", async () => {
    expectConsoleError(/Error loading dashboard data/, /no store/);
    const db = await signIn({ enrollment: "enrolled" });
    const broken = vi.spyOn(db.achievements, "toCollection").mockImplementation(() => {
      throw new Error("no store");
    });
    open();
    const retry = await screen.findByRole("button", { name: "Try again" });
    expect(screen.queryByText("Loading your courses…")).toBeNull();
    broken.mockRestore();
    act(() => retry.click());
    await screen.findByText("Welcome to your learning");
  });
});
