// @vitest-environment jsdom
import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { Accordion } from "./Disclosure.tsx";

const ITEMS = [
  { title: "Do I need an AI account?", content: "No." },
  { title: "Does it work offline?", content: "Yes." },
];
const part = (title: string) => screen.getByText(title).closest("details");

test("an accordion can have two answers open, so that users can compare them", () => {
  render(<Accordion items={ITEMS} headingLevel={3} />);
  for (const { title } of ITEMS) fireEvent.click(screen.getByText(title));
  expect(ITEMS.map(({ title }) => [part(title)?.open, part(title)?.getAttribute("name")])).toEqual([
    [true, null],
    [true, null],
  ]);
});

test("an exclusive accordion gives its disclosures a common name, so that opening one closes the others", () => {
  render(<Accordion items={ITEMS} headingLevel={3} exclusive />);
  const names = ITEMS.map(({ title }) => part(title)?.getAttribute("name"));
  expect(names[0]).toBeTruthy();
  expect(names[1]).toBe(names[0]);
});

test("the titles of an accordion are headings for screen readers", () => {
  render(<Accordion items={ITEMS} headingLevel={3} />);
  const headings = screen.getAllByRole("heading", { level: 3 }).map((heading) => heading.textContent);
  expect(headings).toEqual(ITEMS.map(({ title }) => title));
});
