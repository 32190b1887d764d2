// @vitest-environment jsdom
import "fake-indexeddb/auto";
import { act, cleanup, render, screen, waitFor, within } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { v4 as uuid } from "uuid";
import { beforeEach, expect, test } from "vitest";
import { lessonPack } from "../../../tests/support/lessons.ts";
import { forgetIdentity, storeIdentity } from "../../db/store/active.ts";
import { type LearnerDb, learnerDb } from "../../db/store/learnerDb.ts";
import { writeWorkbookField } from "../../db/synced/workbook.ts";
import type { QuizQuestion } from "../../domain/course/pack.ts";
import { requireUserId } from "../../domain/ids.ts";
import { AuthProvider } from "../../platform/session/auth.tsx";
import { followIdentity } from "../../platform/session/authStore.ts";
import { loader, Component as ReviewPage } from "./ReviewPage.tsx";

let db: LearnerDb;
beforeEach(async () => {
  await forgetIdentity();
  await followIdentity();
  const userId = requireUserId(uuid());
  await storeIdentity({ userId, email: "learner@academy.example", mustChangePassword: false });
  db = learnerDb(userId);
});

const box = (id: string) => ({ kind: "field" as const, id, label: id, lines: 2 });

/** Installs lesson 3 with two workbook fields and its review of five questions. */
async function keepReview(more: Partial<QuizQuestion> = {}): Promise<void> {
  const pack = lessonPack("3");
  const questions = pack.quiz.questions.map((question) => ({ ...question, ...more, recalls: "2" as const }));
  await db.lessons.put({
    lessonId: "3",
    version: 1,
    hash: "0".repeat(64),
    bytes: 1,
    isPreview: false,
    pack: { ...pack, review: { day: 7, questions }, islands: [box("l03-case"), box("l03-score")] },
  });
}

function open(address = "/academy/course/ai-fluency/review/1") {
  const routes = [
    {
      path: "/academy/course/ai-fluency/review/:set",
      loader,
      Component: ReviewPage,
      errorElement: <p>No such page</p>,
    },
    { path: "*", element: <p>Another page</p> },
  ];
  const router = createMemoryRouter(routes, { initialEntries: [address] });
  render(
    <AuthProvider>
      <RouterProvider router={router} />
    </AuthProvider>,
  );
  return router;
}

const show = (place: ReturnType<typeof within>) =>
  act(() => place.getByRole("button", { name: "Show the answer" }).click());

test("a review reveals answers and reasons on request, and they stay revealed after the tab is closed", async () => {
  await keepReview();
  open();
  await screen.findByRole("heading", { level: 1, name: "Review 1: lessons 1 to 3" });
  const [first, ...others] = (await screen.findAllByRole("listitem")).map((item) => within(item));
  if (!first) throw new Error("no question");
  expect(first.queryByText(/The answer:/)).toBeNull();
  act(() => first.getByRole("radio", { name: "The date" }).click());
  show(first);
  first.getByText("The answer: The source");
  first.getByText("It is named");
  first.getByText(/It may be old/);
  expect(document.activeElement?.textContent).toMatch(/^The answer/);
  expect(first.getByRole("link").getAttribute("href")).toBe("/academy/course/ai-fluency?lesson=2");
  for (const question of others) show(question);
  await screen.findByText("You have finished this review.");
  expect(document.body.textContent).not.toMatch(/\d+ ?%|score/i);
  await waitFor(async () => expect((await db.remembered.get("3"))?.byKey).toHaveProperty("review:done"));
  cleanup();
  open();
  await screen.findByText("You have finished this review.");
  expect(screen.getAllByText(/The answer:/)).toHaveLength(5);
});

test("what a review question asks about is a figure that describes its options", async () => {
  const shows = { title: "A chatbot’s answer", lines: ["The bus leaves at 9.", "Source: none."] };
  await keepReview({ shows });
  open();
  const [figure] = await screen.findAllByRole("figure");
  expect([...(figure?.children ?? [])].map((each) => each.textContent)).toEqual([
    shows.title,
    ...shows.lines,
  ]);
  const [group] = screen.getAllByRole("group");
  expect(group?.getAttribute("aria-describedby")).toBe(figure?.id);
  expect(screen.getAllByRole("figure")).toHaveLength(5);
});

test("repeating a review hides its answers again but keeps it marked as done", async () => {
  await keepReview();
  await db.remembered.put({
    lessonId: "3",
    byKey: { "review:0": "1", "review:done": "2026-11-20T10:00:00.000Z" },
  });
  open();
  await screen.findByText("The answer: The source");
  act(() => screen.getByRole("button", { name: "Start again" }).click());
  expect(screen.queryByText(/The answer:/)).toBeNull();
  await waitFor(async () =>
    expect((await db.remembered.get("3"))?.byKey).toEqual({ "review:done": "2026-11-20T10:00:00.000Z" }),
  );
});

test("a review whose lesson is not on the device says with which lesson it is downloaded", async () => {
  open();
  await screen.findByText("This review is not on this device");
  expect(screen.getByRole("link", { name: "Open lesson 3" }).getAttribute("href")).toBe(
    "/academy/course/ai-fluency?lesson=3",
  );
});

test("there is no fifth review, and no review for a visitor", async () => {
  open("/academy/course/ai-fluency/review/5");
  await screen.findByText("No such page");
  cleanup();
  await forgetIdentity();
  const router = open();
  await screen.findByText("Another page");
  expect(router.state.location.pathname).toBe("/auth");
});

test("a review lists the empty workbook fields of earlier lessons until they are filled in", async () => {
  await keepReview();
  await writeWorkbookField("l03-case", "The tutor of my evening class");
  open();
  const line = await screen.findByText(/^Empty boxes in/);
  expect(line.closest("p")?.textContent).toBe("Empty boxes in your workbook: 1 in lesson 3.");
  await act(() => writeWorkbookField("l03-score", "2 of 4, then 4 of 4"));
  await waitFor(() => expect(screen.queryByText(/^Empty boxes in/)).toBeNull());
});
