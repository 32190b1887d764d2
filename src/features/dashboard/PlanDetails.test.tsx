// @vitest-environment jsdom
import { render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { expect, test } from "vitest";
import { LESSON_IDS } from "../../domain/ids.ts";
import { addDays, type LocalDay } from "../../domain/study/studyDays.ts";
import { PlanDetails } from "./PlanDetails.tsx";
import type { StudyPlanFacts } from "./useStudyPlan.ts";

const TODAY = "2026-11-21" as LocalDay; // It is a valid date.

/** The lines of the list for a learner who has completed so many lessons today. */
function lines(
  completed: number,
  again: Pick<StudyPlanFacts, "againOn" | "dueQuestions">,
): (string | null)[] {
  const lessons = new Set(LESSON_IDS.slice(0, completed));
  const plan: StudyPlanFacts = {
    today: TODAY,
    start: TODAY,
    done: { lessons, labs: new Set(), reviews: new Set(), isHandedIn: false },
    completedOn: (lessonId) => (lessons.has(lessonId) ? TODAY : null),
    begun: null,
    streak: { days: 1 } as StudyPlanFacts["streak"], // The list does not use it.
    ...again,
  };
  render(<PlanDetails plan={plan} attempts={new Map()} />, { wrapper: MemoryRouter });
  const list = screen.queryByRole("list", { name: "Reviews" });
  return [...(list?.children ?? [])].map((item) => item.textContent);
}

test.each([
  ["how many questions are due", TODAY, 3, "Questions to try again3 due"],
  ["when the first one is due", addDays(TODAY, 1), 0, "Questions to try againdue tomorrow"],
])("the list says %s, before the reviews", (_, againOn, dueQuestions, line) => {
  expect(lines(3, { againOn, dueQuestions })).toEqual([
    line,
    "Review 1: lessons 1 to 3due on Friday 27 November",
  ]);
  expect(screen.getByRole("link", { name: "Questions to try again" }).getAttribute("href")).toBe(
    "/academy/course/ai-fluency/review/due",
  );
});

test("the list has no line for questions when none comes back", () => {
  expect(lines(1, { againOn: null, dueQuestions: 0 })).toEqual([]);
  screen.getByText("The first review comes after lesson 3.");
});

test("the plan lists each day with all of its steps and says which are done", () => {
  lines(1, { againOn: null, dueQuestions: 0 });
  const days = screen.getByText("See every step").closest("details")?.querySelector("ol")?.children ?? [];
  expect(days).toHaveLength(30);
  expect(days[0]?.textContent).toBe(
    "Day 1, Saturday 21 NovemberLesson 1: What AI Is, and What It Isn't, done",
  );
  expect(days[1]?.textContent).toBe(
    "Day 2, Sunday 22 NovemberLab: Teach a machine to sort mailTask: Choose your assistant",
  );
});
