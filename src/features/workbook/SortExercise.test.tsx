// @vitest-environment jsdom
import { fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import type { SortIsland } from "../../domain/course/island.ts";
import { emptySort, readSort, SortExercise, writeSort } from "./SortExercise.tsx";

const ISLAND: SortIsland = {
  kind: "sort",
  id: "sort",
  title: "Which is it?",
  places: ["AI", "Not AI"],
  rows: [
    { what: "A timer", place: 1, why: "It is a rule." },
    { what: "A <em>filter</em>", place: 0, why: "It learned." },
  ],
};

function Exercise() {
  const [state, setState] = useState(emptySort(ISLAND.rows.length));
  return <SortExercise island={ISLAND} state={state} onChange={setState} />;
}

const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const status = () => screen.getByRole("status").textContent;

test("cards are sorted one at a time with an instant verdict, and the end says how many were sorted the same way", () => {
  render(<Exercise />);
  press("Not AI");
  expect(status()).toBe("Yes: Not AI. It is a rule.");
  press("AI");
  expect(status()).toBe("Yes: Not AI. It is a rule.");
  press("Next");
  expect(document.activeElement?.textContent).toMatch(/^2 of 2: A filter/);
  expect(status()).toBe("");
  press("Not AI");
  expect(status()).toBe("We put it under: AI. It learned.");
  press("See how you did");
  expect(screen.getAllByText("You sorted 1 of 2 the same way we did.")).toHaveLength(2);
  press("Try again");
  expect(document.activeElement?.textContent).toMatch(/^1 of 2: A timer/);
});

test("a stored exercise is read as it was written, and opens at the first card that is not sorted", () => {
  for (const state of [[0, null, 2], [1, 1, 0], emptySort(3)])
    expect(readSort(writeSort(state), 3, 3)).toEqual(state);
  render(<SortExercise island={ISLAND} state={[1, null]} onChange={() => undefined} />);
  screen.getByText("2 of 2:", { exact: false });
});

test("a stored sorting exercise that no longer fits its rows and places is discarded", () => {
  for (const remembered of [undefined, "0,1", "0,1,3", "0,1,x", "-1,0,0"])
    expect(readSort(remembered, 3, 3)).toEqual(emptySort(3));
});
