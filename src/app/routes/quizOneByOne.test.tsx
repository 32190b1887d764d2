// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import {
  answer,
  openPlayer,
  press,
  RIGHT,
  resizeWindow,
  signedInLearner,
  withPlayer,
} from "../../../tests/support/screens/player.tsx";
import { readRows } from "../../db/synced/readRows.ts";
import { attempt } from "../../entities/attempt/attempt.ts";

withPlayer();
beforeEach(() => resizeWindow("narrow"));

const LESSON = "/academy/course/ai-fluency?lesson=1";
const question = (number: number | string = "\\d") =>
  screen.findByRole("group", { name: new RegExp(`^Question ${number} of 5\\s?What would you check`) });
const overview = () => screen.getByRole("navigation", { name: "Questions" });
const states = () =>
  within(overview())
    .getAllByRole("button")
    .map((each) => each.getAttribute("aria-label"));
const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });

async function openQuiz() {
  const db = await signedInLearner();
  openPlayer(LESSON);
  await press("Take Quiz");
  await question(1);
  return db;
}

/** Chooses an option of the only question on the screen. */
async function choose(option: string): Promise<void> {
  fireEvent.click(within(await question()).getByLabelText(option));
}

/** Answers all questions in turn. Ends on the last one. */
async function answerAll(options: readonly string[]): Promise<void> {
  for (const [index, option] of options.entries()) {
    await question(index + 1);
    await choose(option);
    if (index < 4) await press("Next");
  }
}
const ALL_RIGHT = ["The source", "The date", "The sum", "The name", "The source"];
const THREE_RIGHT = ["The source", "The date", "The sum", "The source", "The date"];

describe("a quiz on a narrow screen", () => {
  it("shows in words and symbols which questions are answered, and opens a question from there", async () => {
    await openQuiz();
    await choose("The date");
    await press("Next");
    await waitFor(() =>
      expect(states()).toEqual([
        "Question 1, answered",
        ...[2, 3, 4, 5].map((number) => `Question ${number}, not answered`),
      ]),
    );
    expect(button("Question 2, not answered").getAttribute("aria-current")).toBe("step");
    expect(button("Question 1, answered").querySelector("svg")).not.toBeNull();
    expect(button("Question 2, not answered").querySelector("svg")).toBeNull();
    await press("Question 4, not answered");
    await question(4);
    await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^Question 4 of 5/));
  });

  it("has Submit Quiz on its last question, disabled until every question is answered, and names the missing ones (S-059)", async () => {
    await openQuiz();
    await choose("The source");
    await press("Question 5, not answered");
    const words = await screen.findByText(
      "1 of 5 questions answered. Still to answer: questions 2, 3, 4 and 5.",
    );
    expect(words.getAttribute("role")).toBe("status");
    expect(button("Submit Quiz").disabled).toBe(true);
    await press("Question 1, answered");
    expect(screen.queryByRole("button", { name: "Submit Quiz" })).toBeNull();
    await answerAll(ALL_RIGHT);
    await screen.findByText("5 of 5 questions answered.");
    await press("Submit Quiz");
    await screen.findByRole("heading", { name: /Your score: 100%/ });
  });

  it("changes the question with the arrow keys, but not inside a group of radio buttons", async () => {
    await openQuiz();
    fireEvent.keyDown(document.body, { key: "ArrowLeft" });
    await question(1);
    fireEvent.keyDown(document.activeElement ?? document.body, { key: "ArrowRight" });
    await question(2);
    fireEvent.keyDown(screen.getByRole("radio", { name: "The date" }), { key: "ArrowRight" });
    await question(2);
    fireEvent.keyDown(document.body, { key: "ArrowRight", altKey: true });
    await question(2);
    fireEvent.keyDown(button("Next"), { key: "ArrowLeft" });
    await question(1);
  });

  it("moves on instead of submitting when Enter submits the form before the last question", async () => {
    const db = await openQuiz();
    await answerAll(ALL_RIGHT);
    await press("Question 2, answered");
    fireEvent.submit(screen.getByRole("form", { name: "Quiz" }));
    await question(3);
    expect(await readRows(db, attempt)).toEqual([]);
  });

  it("leads after a fail from the score through the mistakes alone to another attempt", async () => {
    await openQuiz();
    await answerAll(THREE_RIGHT);
    await press("Submit Quiz");
    await screen.findByRole("img", {
      name: /question 3 correct, question 4 incorrect, question 5 incorrect$/,
    });
    expect(button("Try again").compareDocumentPosition(button("See your 2 mistakes"))).toBe(4);
    await press("See your 2 mistakes");
    await question(4);
    await press("Back");
    expect(document.activeElement?.textContent).toMatch(/^Your score: 60%/);
    await press("See your 2 mistakes");
    await press("Next");
    within(await question(5)).getByText(/^Incorrect\. Correct answer: /);
    button("Back to Lesson");
    await press("Try again");
    await question(1);
    await vi.waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Quiz" })),
    );
    expect(states()[0]).toBe("Question 1, not answered");
  });

  it("leads after a pass to the next lesson, and to the answers if the learner wants them", async () => {
    await openQuiz();
    await answerAll(ALL_RIGHT);
    await press("Submit Quiz");
    const next = await screen.findByRole("link", { name: "Next: lesson 2" });
    expect(next.getAttribute("href")).toBe("/academy/course/ai-fluency?lesson=2");
    await press("See the answers");
    within(await question(1)).getByText("Correct");
    await press("Back");
    fireEvent.click(screen.getByRole("link", { name: "Next: lesson 2" }));
    await screen.findByRole("heading", { level: 1, name: /How Chatbots Write/ });
  });

  it("returns to the first unanswered question after the page was closed, with the options in the same order", async () => {
    const db = await openQuiz();
    await choose("The date");
    await press("Question 3, not answered");
    await choose("The name");
    const order = () => screen.getAllByRole("radio").map((radio) => radio.closest("label")?.textContent);
    const before = order();
    await waitFor(async () =>
      expect((await db.drafts.get("1"))?.draft.answers).toEqual([1, null, 3, null, null]),
    );
    cleanup();
    openPlayer(LESSON);
    await press("Take Quiz");
    await question(2);
    screen.getByText("Your answers are as you left them.");
    await press("Next");
    await question(3);
    expect(screen.queryByText("Your answers are as you left them.")).toBeNull();
    expect(order()).toEqual(before);
    expect(screen.getByRole<HTMLInputElement>("radio", { name: "The name" }).checked).toBe(true);
    await press("Question 2, not answered");
    await press("Start again");
    await question(1);
    expect(states()[0]).toBe("Question 1, not answered");
  });

  it("returns to the last question if all are answered but not submitted", async () => {
    const db = await openQuiz();
    await answerAll(ALL_RIGHT);
    await waitFor(async () => expect((await db.drafts.get("1"))?.draft.answers).toEqual(RIGHT));
    await press("Cancel");
    await press("Take Quiz");
    await question(5);
    expect(button("Submit Quiz").disabled).toBe(false);
  });

  it("keeps the answers when the window becomes wide and narrow again", async () => {
    await openQuiz();
    await choose("The source");
    resizeWindow("wide");
    expect(screen.getAllByRole("radio")).toHaveLength(20);
    await answer([0, 1, 2]);
    await screen.findByText("3 of 5 questions answered");
    resizeWindow("narrow");
    await question(4);
    expect(states().filter((state) => state?.endsWith("not answered"))).toHaveLength(2);
  });
});
