// @vitest-environment jsdom
import { fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import type { SortIsland } from "../../domain/course/island.ts";
import { writeSort } from "../../domain/course/sort.ts";
import { SortExercise } from "./SortExercise.tsx";

const ISLAND: SortIsland = {
  kind: "sort",
  id: "sort",
  edition: "a1b2c3",
  title: "Which is it?",
  places: ["AI", "Not AI"],
  rows: [
    { what: "A timer", place: 1, why: "It is a rule." },
    { what: "A <em>filter</em>", place: 0, why: "It learned." },
  ],
};

/** As another tab shows it: `stored` is what both have stored. */
function Exercise({ stored, isLost = false }: { stored?: string | undefined; isLost?: boolean }) {
  const [here, setHere] = useState<string>();
  return (
    <SortExercise
      island={ISLAND}
      answers={{
        givenTo: () => stored ?? here,
        give: async (_, given) => setHere(given),
        returns: () => false,
        isLost: () => isLost,
      }}
    />
  );
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

test("a page follows what another tab or device has sorted, but for the verdict that is being read", () => {
  const sorted = (...places: (number | null)[]) => writeSort(ISLAND, places);
  const { rerender } = render(<Exercise stored={sorted(1, null)} />);
  screen.getByText("2 of 2:", { exact: false });
  rerender(<Exercise stored={sorted(null, null)} />);
  press("AI");
  rerender(<Exercise stored={sorted(0, 1)} />);
  expect(status()).toBe("We put it under: Not AI. It is a rule.");
  press("Next");
  expect(status()).toBe("We put it under: AI. It learned.");
  rerender(<Exercise stored={sorted(null, null)} />);
  screen.getByText("1 of 2:", { exact: false });
});

test("cards that have changed since they were sorted are sorted again, and a visitor reads that answers are lost at sign-in", () => {
  render(<Exercise stored="d4e5f6 0 1.0" isLost />);
  screen.getByText(/These cards have changed/);
  screen.getByText("1 of 2:", { exact: false });
  screen.getByText(/lost when you sign in/);
});
