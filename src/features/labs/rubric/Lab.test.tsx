// @vitest-environment jsdom
import { fireEvent, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { openLab } from "../../../../tests/support/screens/labs.tsx";
import Rubric from "./Lab.tsx";

const POINTS = ["It names the goal", "It asks back", "It gives sources", "You checked one"];
const DATA = { points: POINTS.map((point) => ({ point, how: "Yes: it does. Not yet: it does not." })) };

function mark(point: string, words: string): void {
  fireEvent.click(within(screen.getByRole("group", { name: point })).getByRole("radio", { name: words }));
}

test("marking every point makes a task done, and says in words what is met and what to try next", () => {
  const lab = openLab(Rubric, DATA);
  for (const point of POINTS.slice(0, 3)) mark(point, "Yes");
  expect(lab.last()).toBe('open\n{"marks":"000-"}');
  expect(screen.queryByRole("heading", { name: "What you found" })).toBeNull();
  screen.getByText("Point 4 of 4");
  mark("You checked one", "Partly");
  expect(lab.last()).toBe('done\n{"marks":"0001"}');
  screen.getByText("Task done");
  const found = screen.getByRole("heading", { name: "What you found" }).closest("section");
  expect(found?.textContent).toContain("3 of 4: most points are met, and 1 met partly.");
  expect(
    within(found as HTMLElement)
      .getAllByRole("listitem")
      .map((each) => each.textContent),
  ).toEqual(["You checked one"]);
  expect(within(found as HTMLElement).getByRole("link", { name: "Done" })).toBeDefined();
});

test("a rubric is described for a screen reader, and its marks survive on paper", () => {
  openLab(Rubric, DATA, 'open\n{"marks":"2---"}');
  const group = screen.getByRole("group", { name: "It names the goal" });
  expect(group.getAttribute("aria-describedby")).toBe(
    within(group)
      .getByText(/^Yes: it does/)
      .closest("p")?.id,
  );
  const rows = [...document.querySelectorAll("tbody tr")].map((row) => row.textContent);
  expect(rows[0]).toBe("It names the goal Yes: it does. Not yet: it does not.☐☐☒");
});

test("marks of a rubric that has other points now are left out", () => {
  const lab = openLab(Rubric, DATA, 'done\n{"marks":"00000"}');
  screen.getByText("Point 1 of 4");
  mark("It asks back", "Yes");
  expect(lab.last()).toBe('done\n{"marks":"-0--"}');
});
