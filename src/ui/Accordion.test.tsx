// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { Accordion } from "./Accordion.tsx";

afterEach(cleanup);

const ITEMS = [
  { title: "Do I need an AI account?", content: "No." },
  { title: "Does it work offline?", content: "Yes." },
];
const part = (title: string) => screen.getByText(title).closest("details");

test("someone opens two answers at once to compare them", () => {
  render(<Accordion items={ITEMS} headingLevel={3} />);
  for (const { title } of ITEMS) fireEvent.click(screen.getByText(title));
  expect(ITEMS.map(({ title }) => [part(title)?.open, part(title)?.getAttribute("name")])).toEqual([
    [true, null],
    [true, null],
  ]);
});

test("where only one may stand open, the browser is told that they belong together", () => {
  render(<Accordion items={ITEMS} headingLevel={3} exclusive />);
  const names = ITEMS.map(({ title }) => part(title)?.getAttribute("name"));
  expect(names[0]).toBeTruthy();
  expect(names[1]).toBe(names[0]);
});

test("a screen reader can jump from title to title", () => {
  render(<Accordion items={ITEMS} headingLevel={3} />);
  const headings = screen.getAllByRole("heading", { level: 3 }).map((heading) => heading.textContent);
  expect(headings).toEqual(ITEMS.map(({ title }) => title));
});
