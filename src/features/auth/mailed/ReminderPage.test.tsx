// @vitest-environment jsdom
import { render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { expect, test } from "vitest";
import ReminderPage from "./ReminderPage.tsx";

test.each([
  [
    "lesson=5&minutes=12&step=2",
    "Lesson 5, step 2, about 12 minutes.",
    "Open the lesson",
    "?lesson=5&step=2",
  ],
  ["lab=brief-it&minutes=12", "Lab “Brief it”, about 12 minutes.", "Open the lab", "/lab?name=brief-it"],
  ["review=2", "Review 2: lessons 1 to 5.", "Open the review", "/review/2"],
  ["review=due", "Questions to try again.", "Open the questions", "/review/due"],
])(
  "a notification with %s opens a page that names the step and leads to it",
  (fragment, words, link, path) => {
    render(
      <MemoryRouter initialEntries={[`/auth/reminder#${fragment}`]}>
        <ReminderPage />
      </MemoryRouter>,
    );
    screen.getByRole("heading", { name: "Your next step" });
    screen.getByText(words);
    expect(screen.getByRole("link", { name: link }).getAttribute("href")).toBe(
      `/academy/course/ai-fluency${path}`,
    );
    screen.getByRole("button", { name: "Turn reminders off" });
  },
);
