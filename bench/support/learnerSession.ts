import type { Page } from "@playwright/test";
import { packOf } from "../../tests/e2e/support/quiz.ts";
import type { Tap } from "./interactions.ts";

/** A learner's first half-hour with the course: sixty taps from signing in to the workbook. */
export function learnerSession(): Tap[] {
  return [
    tap("sign in", (page) => page.getByRole("main").getByRole("button", { name: "Sign In" }), atDashboard),
    ...menu(),
    tap("close the menu", (page) => page.getByRole("dialog").getByRole("button", { name: "Close" })),
    tap("open the steps of the plan", summary("See every step")),
    tap("close the steps of the plan", summary("See every step")),
    tap("open the reminders", summary("Reminders")),
    tap("open the course", link("Continue Learning")),
    tap("start lesson 1", link("Start with lesson 1"), atLesson),
    ...contents("go to step 1", step("Before you start")),
    ...onward(3),
    tap("open a definition", summary("The whole definition")),
    tap("answer a question", (page) => page.locator(".ask-answer:visible").first()),
    ...onward(3),
    tap("back to the step before", (page) => page.getByRole("link", { name: "Back", exact: true })),
    ...contents("go to the exercise", step("Sort ten systems")),
    ...Array.from({ length: 10 }, (_, row) => [
      tap("sort a system", (page) => page.locator(".sort-card .chip:visible").first()),
      tap("next system", button(row < 9 ? "Next" : "See how you did")),
    ]).flat(),
    ...onward(3),
    tap("take the quiz", button("Take Quiz")),
    ...quiz(),
    tap("back to the lesson", button("Back to Lesson")),
    tap("write a note", button("Write a note on this lesson")),
    tap("go to the note's text", noteText, (page) => noteText(page).fill("Ask who can say no.")),
    tap("save the note", button("Save note")),
    ...menu("open the dashboard", "My Learning"),
    tap("open downloads and sync", link("Downloads and sync")),
    ...menu("open the catalogue", "Courses"),
    ...menu("open the dashboard", "My Learning"),
    tap("open the course", link("Continue Learning")),
    tap("open the workbook", link("Your workbook")),
    tap("go to a field of the workbook", (page) => page.getByRole("main").getByRole("textbox")),
  ];
}

type At = Tap["at"];

function tap(name: string, at: At, then?: Tap["then"]): Tap {
  return { name, at, ...(then ? { then } : {}) };
}

const button =
  (name: string): At =>
  (page) =>
    page.getByRole("button", { name, exact: true });
const link =
  (name: string): At =>
  (page) =>
    page.getByRole("main").getByRole("link", { name });
const summary =
  (name: string): At =>
  (page) =>
    page.locator("summary:visible").filter({ hasText: name });
const step =
  (title: string): At =>
  (page) =>
    page.locator("dialog nav button").filter({ hasText: title });
const noteText = (page: Page) => page.getByRole("dialog").getByRole("textbox", { name: "Note" });

const atDashboard = (page: Page) => page.waitForURL("**/academy/dashboard");
/** The lesson is installed in the background. */
const atLesson = (page: Page) => page.locator(".step-bar button:enabled").waitFor();

function onward(steps: number): Tap[] {
  const next: At = (page) => page.getByRole("link", { name: "Continue", exact: true });
  return Array.from({ length: steps }, () => tap("next step", next));
}

function contents(name: string, at: At): Tap[] {
  return [tap("open the contents", (page) => page.locator(".step-bar button")), tap(name, at)];
}

function menu(name?: string, target?: string): Tap[] {
  const open = tap("open the menu", button("Menu"));
  if (!name || !target) return [open];
  return [
    open,
    tap(name, (page) => page.getByRole("dialog").getByRole("link", { name: target, exact: true })),
  ];
}

/** One question at a time, with the right answers. */
function quiz(): Tap[] {
  const { questions } = packOf("1").quiz;
  return questions.flatMap(({ options, correctAnswer }, index) => {
    const name = options[correctAnswer] ?? "";
    const isLast = index === questions.length - 1;
    const answer: At = (page) =>
      page.locator("fieldset").nth(index).getByRole("radio", { name, exact: true });
    const goOn = isLast
      ? tap("submit the quiz", button("Submit Quiz"))
      : tap("next question", button("Next"));
    return [tap("answer a question", answer), goOn];
  });
}
