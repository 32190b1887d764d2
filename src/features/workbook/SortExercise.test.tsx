// @vitest-environment jsdom
import { fireEvent, render, screen, within } from "@testing-library/react";
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

const choose = (what: string, place: string) =>
  fireEvent.click(within(screen.getByRole("group", { name: what })).getByRole("radio", { name: place }));
/** Finds only what is on screen: the answer key below the exercise is for print. */
const answer = (why: string) => screen.queryByText(why, { ignore: ".sort-key *" });
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

test("a checked sorting exercise shows whether each row is right and why", () => {
  render(<Exercise />);
  choose("A timer", "Not AI");
  choose("A filter", "Not AI");
  press("Check");
  expect(screen.getByRole("status").textContent).toBe("You sorted 1 of 2 the same way we did.");
  screen.getByText(/Yes: Not AI/);
  screen.getByText(/We put it under: AI/);
  expect(answer("It learned.")).not.toBeNull();
  press("Try again");
  expect(answer("It learned.")).toBeNull();
  expect(screen.getAllByRole<HTMLInputElement>("radio").some((radio) => radio.checked)).toBe(false);
});

test("checking an incomplete sorting exercise counts the missing rows and reveals no answer", () => {
  render(<Exercise />);
  choose("A timer", "AI");
  press("Check");
  expect(screen.getByRole("status").textContent).toBe("Sort them all first: 1 of 2 to go.");
  expect(answer("It is a rule.")).toBeNull();
});

test("a stored sorting exercise is restored with every row and with whether the answers were shown", () => {
  for (const state of [
    { places: [0, null, 2], isChecked: false },
    { places: [1, 1, 0], isChecked: true },
  ])
    expect(readSort(writeSort(state), 3, 3)).toEqual(state);
});

test("a stored sorting exercise that no longer fits its rows and places is discarded", () => {
  for (const remembered of [undefined, "0,1", "0,1,3", "0,1,x", "-1,0,0"])
    expect(readSort(remembered, 3, 3)).toEqual(emptySort(3));
});
