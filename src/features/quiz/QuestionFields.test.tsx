// @vitest-environment jsdom
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { QuestionFields } from "./QuestionFields.tsx";

const QUESTION = {
  question: "What is wrong with this log?",
  options: ["The order", "The date", "The sum", "The name"],
  explanations: ["First", "Second", "Third", "Fourth"],
  correctAnswer: 0,
};
const ASKED = {
  number: 3,
  of: 5,
  order: [2, 0, 1, 3],
  chosen: null,
  locked: false,
  onChoose: () => undefined,
};

test("shows what a question asks about between the question and its options, as their description", () => {
  const shows = { title: "The agent’s log", lines: ["10:02 sent", "10:03 approved"] };
  render(<QuestionFields {...ASKED} question={{ ...QUESTION, shows }} />);
  const figure = screen.getByRole("figure");
  const group = screen.getByRole("group", { name: /What is wrong with this log/ });
  expect(group.getAttribute("aria-describedby")).toBe(figure.id);
  expect(figure.previousElementSibling?.tagName).toBe("LEGEND");
  expect([...figure.children].map((each) => each.textContent)).toEqual([shows.title, ...shows.lines]);
});

test("a question that shows nothing has no figure and no description", () => {
  render(<QuestionFields {...ASKED} question={QUESTION} />);
  expect(screen.queryByRole("figure")).toBeNull();
  expect(screen.getByRole("group").hasAttribute("aria-describedby")).toBe(false);
});
