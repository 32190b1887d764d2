// @vitest-environment jsdom
import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { lessonPack } from "../../../tests/support/lessons.ts";
import { signInLearner, storedLesson } from "../../../tests/support/screens/learner.ts";
import { openRoutes } from "../../../tests/support/screens/openRoutes.tsx";
import { forgetIdentity } from "../../db/store/active.ts";
import type { LearnerDb } from "../../db/store/learnerDb.ts";
import { readMeta } from "../../db/store/meta.ts";
import { giveAnswer, recordAnswer } from "../../db/study/answers.ts";
import { submitQuiz } from "../../db/synced/progress.ts";
import { readRow, readRows } from "../../db/synced/readRows.ts";
import { writeWorkbookField } from "../../db/synced/workbook.ts";
import { writeAsk } from "../../domain/course/ask.ts";
import type { AskIsland } from "../../domain/course/island.ts";
import type { QuizQuestion } from "../../domain/course/pack.ts";
import type { LessonId } from "../../domain/ids.ts";
import { answer, givenIn, recallIn } from "../../entities/answer/answer.ts";
import { followIdentity } from "../../platform/session/authStore.ts";
import { Component as AgainPage } from "./AgainPage.tsx";
import { loader, Component as ReviewPage } from "./ReviewPage.tsx";

let db: LearnerDb;
beforeEach(async () => {
  await forgetIdentity();
  await followIdentity();
  db = await signInLearner();
});
afterEach(() => vi.useRealTimers());

const box = (id: string) => ({ kind: "field" as const, id, label: id, lines: 2 });

/** Installs lesson 3 with two workbook fields and its review of five questions. */
async function keepReview(more: Partial<QuizQuestion> = {}, asks: readonly AskIsland[] = []): Promise<void> {
  const pack = lessonPack("3");
  const questions = pack.quiz.questions.map((question) => ({ ...question, ...more, recalls: "2" as const }));
  const islands = [box("l03-case"), box("l03-score"), ...asks];
  await db.lessons.put(storedLesson({ ...pack, review: { day: 7, questions }, islands }));
}

function open(address = "/academy/course/ai-fluency/review/1") {
  const routes = [
    { path: "/academy/course/ai-fluency/review/due", Component: AgainPage },
    {
      path: "/academy/course/ai-fluency/review/:set",
      loader,
      Component: ReviewPage,
      errorElement: <p>No such page</p>,
    },
  ];
  return openRoutes(routes, address).router;
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
  await waitFor(async () => expect(await readRows(db, answer)).toHaveLength(5));
  cleanup();
  open();
  await screen.findByText("You have finished this review.");
  expect(screen.getAllByText(/The answer:/)).toHaveLength(5);
  screen.getByText("Your answer:");
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

test("repeating a review hides its answers on this visit, and afterwards the page shows the first ones", async () => {
  await keepReview();
  for (const [index, chosen] of [1, 1, 2, 3, 0].entries())
    await recordAnswer(`review/3/${index + 1}`, chosen, chosen === index % 4);
  open();
  await screen.findByText("You have finished this review.");
  act(() => screen.getByRole("button", { name: "Start again" }).click());
  expect(screen.queryByText(/The answer:/)).toBeNull();
  const [first] = screen.getAllByRole("listitem").map((item) => within(item));
  if (!first) throw new Error("no question");
  act(() => first.getByRole("radio", { name: "The sum" }).click());
  show(first);
  first.getByText("Your answer:");
  await waitFor(async () => expect(await readRow(db, answer, "review/3/1")).toMatchObject({ tries: 2 }));
  cleanup();
  open();
  await screen.findByText("You have finished this review.");
  expect(screen.getByText("Your first answer:").closest("p")?.textContent).toMatch(/It may be old/);
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

const AGAIN = "/academy/course/ai-fluency/review/due";
const DAY = "2026-11-21";
const setDay = (day: string) =>
  vi.useFakeTimers({ now: Date.parse(`${day}T12:00:00.000Z`), toFake: ["Date"] });
const failQuestion = (lessonId: LessonId) =>
  submitQuiz({ lessonId, lessonVersion: 1, answers: [0, 0, 2, 3, 0], correctAnswers: [0, 1, 2, 3, 0] });

test("questions of quizzes and reviews that were wrong are tried again on their day, and the list does not change meanwhile", async () => {
  await keepReview();
  setDay(DAY);
  await failQuestion("3");
  await recordAnswer("review/3/4", null, false);
  setDay("2026-11-22");
  open(AGAIN);
  await screen.findByRole("heading", { level: 1, name: "Questions to try again" });
  const [quiz, review, ...others] = (await screen.findAllByRole("listitem")).map((item) => within(item));
  if (!quiz || !review) throw new Error("two questions are due");
  expect(others).toEqual([]);
  quiz.getByText(/in case 2/);
  act(() => quiz.getByRole("radio", { name: "The date" }).click());
  show(quiz);
  expect(quiz.getByRole("link").getAttribute("href")).toBe("/academy/course/ai-fluency?lesson=3");
  await waitFor(async () =>
    expect(recallIn(await readRow(db, answer, "quiz/3/2"))).toMatchObject({ dueOn: "2026-11-25" }),
  );
  review.getByText(/in case 4/);
  show(review);
  expect(review.getByRole("link").getAttribute("href")).toBe("/academy/course/ai-fluency?lesson=2");
  await screen.findByText("You have tried all of these questions again.");
  await screen.findByText("The next question comes back tomorrow.");
  expect(screen.getAllByText(/The answer:/)).toHaveLength(2);
});

const ASK: AskIsland = {
  kind: "ask",
  id: "l03-timer",
  as: "one",
  question: "Is a timer AI?",
  edition: "a1b2c3",
  answers: [
    { text: "It is", why: "It is tempting." },
    { text: "It is not", why: "It is a rule." },
    { text: "It depends", why: "It does not." },
  ],
  right: [1],
};
const GIVEN = writeAsk("a1b2c3", { picked: [0], tries: 1, isOpen: false });

test("a question in the text of a lesson that was wrong is asked again, and one that its lesson has lost is dropped", async () => {
  await keepReview({}, [ASK]);
  setDay(DAY);
  await giveAnswer("text/3/l03-timer", GIVEN, false, null);
  setDay("2026-11-07");
  await giveAnswer("text/3/l03-lost", GIVEN, false, null);
  setDay("2026-11-22");
  open(AGAIN);
  const button = await screen.findByRole("button", { name: "It is not" });
  act(() => button.click());
  await screen.findByText("You have tried all of these questions again.");
  const recallOf = async (key: string) => recallIn(await readRow(db, answer, key));
  await waitFor(async () =>
    expect(await recallOf("text/3/l03-timer")).toMatchObject({ dueOn: "2026-11-25" }),
  );
  const row = await readRow(db, answer, "text/3/l03-timer");
  expect([row?.tries, givenIn(row)]).toEqual([2, GIVEN]);
  expect(await recallOf("text/3/l03-lost")).toMatchObject({ dueOn: null });
});

test("a review that is reloaded half-way is where it was: the second try and the chosen option are there", async () => {
  await keepReview({}, [ASK]);
  setDay(DAY);
  await failQuestion("3");
  await giveAnswer("text/3/l03-timer", GIVEN, false, null);
  setDay("2026-11-22");
  open(AGAIN);
  const press = async (name: RegExp) => {
    const button = await screen.findByRole("button", { name });
    act(() => button.click());
  };
  await press(/^It is$/);
  await screen.findByText("Not quite. Try once more.");
  act(() => screen.getByRole("radio", { name: "The sum" }).click());
  await waitFor(async () =>
    expect(await readMeta(db, "reviewing")).toMatchObject({ given: { due: { "quiz/3/2": "2+" } } }),
  );
  cleanup();
  open(AGAIN);
  await screen.findByText("Not quite. Try once more.");
  expect(screen.getByRole<HTMLInputElement>("radio", { name: "The sum" }).checked).toBe(true);
  await press(/^It is not/);
  await screen.findByText("Right this time.");
  cleanup();
  setDay("2026-11-23");
  open(AGAIN);
  expect((await screen.findByText("Is a timer AI?")).closest("li")?.textContent).not.toMatch(
    /Right this time/,
  );
});

test("without a question that is due, the page says when the next one comes back", async () => {
  await keepReview();
  open(AGAIN);
  await screen.findByText("Questions that you get wrong in a lesson, a quiz or a review appear here.");
  await act(() => recordAnswer("review/3/4", 1, false));
  await screen.findByText("The next question comes back tomorrow.");
  screen.getByRole("heading", { name: "Nothing to try again today" });
});

test("questions of a lesson that is not on the device are named with the lesson that brings them", async () => {
  setDay(DAY);
  await failQuestion("3");
  await failQuestion("5");
  setDay("2026-11-22");
  open(AGAIN);
  await screen.findByText("These questions are not on this device");
  screen.getByRole("link", { name: "Open lesson 3" });
  await act(() => keepReview());
  await screen.findByText(/in case 2/);
  expect(screen.getByText(/More questions are due/).closest("p")?.textContent).toMatch(
    /not on this device: lesson 5\.$/,
  );
});
