// @vitest-environment jsdom
import { act, screen, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { lessonPack } from "../../../tests/support/lessons.ts";
import { openDashboard, signIn, withDashboard } from "../../../tests/support/screens/dashboard.tsx";
import { storedLesson } from "../../../tests/support/screens/learner.ts";
import { storeRows } from "../../../tests/support/screens/storedRows.ts";
import type { LearnerDb } from "../../db/store/learnerDb.ts";
import type { LessonEntry } from "../../db/store/rows.ts";
import { handInCapstone } from "../../db/synced/capstone.ts";
import { labFieldId, writeLabState } from "../../domain/course/labState.ts";
import type { LessonId } from "../../domain/ids.ts";
import { LABS } from "../../domain/study/pacing.ts";
import { LAST_STEP, questionId } from "../../domain/study/recall.ts";
import { REVIEWS } from "../../domain/study/reviews.ts";
import type { LocalDay } from "../../domain/study/studyDays.ts";
import { answer, answerAgain } from "../../entities/answer/answer.ts";
import { lessonPlace } from "../../entities/lessonPlace/lessonPlace.ts";
import { plan } from "../../entities/plan/plan.ts";
import { newStamp } from "../../entities/stamp.ts";
import { workbookField } from "../../entities/workbookField/workbookField.ts";

withDashboard();

/** A lesson in eight steps of three minutes and the last one, as a device stores it. */
function lessonInSteps(lessonId: LessonId): LessonEntry {
  const pack = lessonPack(lessonId);
  const steps = Array.from({ length: 8 }, () => ({ title: "A step", minutes: 3, end: pack.html.length }));
  return storedLesson({ ...pack, steps });
}

function leaveAt(db: LearnerDb, lessonId: LessonId, step: number): Promise<void> {
  return storeRows(db, lessonPlace, [{ lessonId, step, furthest: step, part: 0, share: 0 }]);
}

async function todayOf(): Promise<HTMLElement> {
  openDashboard();
  return screen.findByRole("region", { name: "Today" });
}

describe("today's step on the dashboard", () => {
  it("counts the plan's days from the first day of study, describes none as missed, and moves the plan on request", async () => {
    vi.useFakeTimers({ now: Date.parse("2026-11-28T12:00:00.000Z"), toFake: ["Date"] });
    await signIn({ enrollment: "enrolled", done: 3 });
    openDashboard();
    const today = await screen.findByRole("region", { name: "Today" });
    within(today).getByText("Day 9 of 30");
    expect(document.body.textContent).not.toMatch(/behind|late|missed|overdue/i);
    within(today).getByText("Lesson 4: When Systems Get People Wrong");
    const reviews = screen.getByRole("region", { name: "Your 30 days" });
    expect(
      within(within(reviews).getByRole("list", { name: "Reviews" }))
        .getAllByRole("listitem")
        .map((item) => item.textContent),
    ).toEqual(["Review 1: lessons 1 to 3Due"]);
    within(reviews).getByText("The next review comes after lesson 5.");
    act(() => screen.getByRole("button", { name: "Continue from today", hidden: true }).click());
    await within(today).findByText("Day 7 of 30");
    within(today).getByText("Review 1: lessons 1 to 3");
  });

  it("is the step on which a lesson was left, also in My Courses", async () => {
    const db = await signIn({ enrollment: "enrolled", done: 4 });
    await db.lessons.put(lessonInSteps("5"));
    await leaveAt(db, "5", 4);
    const today = await todayOf();
    within(today).getByText("Lesson 5: The Rulebook: EU AI Act, UK Law, NIST and ISO");
    within(today).getByText("Continue on step 4 of 9");
    within(today).getByText("About 19 minutes left");
    const step = "/academy/course/ai-fluency?lesson=5&step=4";
    for (const name of ["Continue the lesson", "Module 2", "Continue Learning"])
      expect(screen.getByRole("link", { name }).getAttribute("href")).toBe(step);
    expect(screen.getByRole("region", { name: "My Courses" }).textContent).toContain(
      "Up Next: Module 2 · Lesson 5: Continue on step 4 of 9",
    );
    await act(() => leaveAt(db, "5", 9));
    await within(today).findByText("Continue on step 9 of 9");
    within(today).getByText("About 4 minutes left");
  });

  it("is the review on the day on which it is due, and My Courses keeps the place in the lesson", async () => {
    const db = await onDaySeven();
    await leaveAt(db, "4", 2);
    const today = await todayOf();
    within(today).getByText("Day 7 of 30 · 1-day streak");
    within(today).getByText("Review 1: lessons 1 to 3");
    const review = within(today).getByRole("link", { name: "Open the review" });
    expect(review.getAttribute("href")).toBe("/academy/course/ai-fluency/review/1");
    expect(screen.getByRole("link", { name: "Continue Learning" }).getAttribute("href")).toBe(
      "/academy/course/ai-fluency?lesson=4&step=2",
    );
    within(today).getByText(/^Also today:/);
    expect(within(today).getByRole("link", { name: "Task: One step at a time" }).getAttribute("href")).toBe(
      "/academy/course/ai-fluency/lab?name=chain-and-check",
    );
  });

  it("shows the thirty days as a list of links that says which are done and which one is today", async () => {
    await onDaySeven();
    await todayOf();
    const days = screen.getByRole("navigation", { name: "The days of your plan" });
    const names = within(days)
      .getAllByRole("listitem")
      .map((day) => within(day).getByRole("link").querySelector(".sr-only")?.textContent);
    expect(names).toHaveLength(30);
    expect(names.slice(4, 8)).toEqual([
      "Day 5 of 30, done: Lesson 3: Prompt, Check, Improve",
      "Day 6 of 30, Saturday 21 November: Lab: Brief it; Task: Brief your own assistant",
      "Day 7 of 30, today: Review 1: lessons 1 to 3; Task: One step at a time",
      "Day 8 of 30, Monday 23 November: Lesson 4: When Systems Get People Wrong",
    ]);
    const lab = within(days).getByRole("link", { name: /^Day 6 of 30/ });
    expect(lab.getAttribute("href")).toBe("/academy/course/ai-fluency/lab?name=brief-it");
  });

  it("does not count days or welcome a learner to the course after its last lesson", async () => {
    await signIn({ enrollment: "enrolled", done: 11 });
    const today = await todayOf();
    within(today).getByText("All 11 lessons done · 1-day streak");
    screen.getByRole("heading", { name: "Welcome back" });
    expect(document.body.textContent).not.toMatch(
      /Welcome to your course|Day \d+ of 30 ·|Nothing is planned/,
    );
  });

  it("names the next step and its day when today's steps are done", async () => {
    vi.useFakeTimers({ now: Date.parse("2026-11-20T12:00:00.000Z"), toFake: ["Date"] });
    const db = await signIn({ enrollment: "enrolled", done: 1 });
    await finishLabs(db);
    const today = await todayOf();
    expect(today.textContent).toContain(
      "Lesson 2: How Chatbots Write, and Why They Make Things UpYou are up to date. This is due on Sunday 22 November, and you can start it now.",
    );
    within(today).getByRole("link", { name: "Continue now" });
    within(today).getByText("Day 1 of 30 · 1-day streak");
  });

  it("is the lab on a day without a lesson", async () => {
    await signIn({ enrollment: "enrolled", done: 5 });
    vi.useFakeTimers({ now: Date.parse("2026-12-01T12:00:00.000Z"), toFake: ["Date"] });
    const today = await todayOf();
    within(today).getByText("Lab: Which rules apply?");
    within(today).getByText("About 15 minutes. It runs on this device, also without a connection.");
    const lab = within(today).getByRole("link", { name: "Open the lab" });
    expect(lab.getAttribute("href")).toBe("/academy/course/ai-fluency/lab?name=which-rules");
  });

  it("is the hand-in once every lesson, lab and review is done, and the certificate after it", async () => {
    vi.useFakeTimers({ now: Date.parse("2026-12-29T12:00:00.000Z"), toFake: ["Date"] });
    const db = await signIn({ enrollment: "enrolled", done: 11 });
    await finishReviews(db);
    await finishLabs(db);
    const today = await todayOf();
    within(today).getByText("Hand in your capstone");
    const link = within(today).getByRole("link", { name: "Open your capstone" });
    expect(link.getAttribute("href")).toBe("/academy/capstone");
    await act(async () => void (await handInCapstone({ "l11-purpose": "A chatbot." })));
    const finished = await screen.findByRole("region", { name: "Your study plan is complete" });
    await within(finished).findByText(/1-day streak/);
    const certificate = within(finished).getByRole("link", { name: "Your certificate" });
    expect(certificate.getAttribute("href")).toBe("/academy/certificate");
    expect(screen.queryByRole("navigation", { name: "The days of your plan" })).toBeNull();
  });
});

/** Stores every lab of the plan as done. */
async function finishLabs(db: LearnerDb): Promise<void> {
  const value = writeLabState({}, true);
  const fields = LABS.map(({ lessonId, lab }) => ({ fieldId: labFieldId(lessonId, lab), value }));
  await storeRows(db, workbookField, fields);
}

/** Stores every question of every review as answered and learned. */
async function finishReviews(db: LearnerDb): Promise<void> {
  const stamp = newStamp(Date.now());
  const answers = REVIEWS.flatMap(({ after }) =>
    [1, 2, 3, 4, 5].map((number) => {
      const question = { questionId: questionId("review", after, number), chosen: 0, stamp };
      return answerAgain(null, question, { step: LAST_STEP, dueOn: null });
    }),
  );
  await storeRows(db, answer, answers);
}

/** A learner on day 7 of the plan whose third lesson was completed two days ago. */
async function onDaySeven(): Promise<LearnerDb> {
  vi.useFakeTimers({ now: Date.parse("2026-11-22T12:00:00.000Z"), toFake: ["Date"] });
  const db = await signIn({ enrollment: "enrolled", done: 3 });
  await storeRows(db, plan, [{ name: "start", firstDay: "2026-11-16" as LocalDay }]); // It is a valid date.
  return db;
}
