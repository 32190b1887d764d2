// @vitest-environment jsdom
import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { expectFocus, labData, openLab, press } from "../../../../tests/support/screens/labs.tsx";
import { isLabDone } from "../../../domain/course/labState.ts";
import { dataSchema } from "./data.ts";
import Lab from "./Lab.tsx";

const DATA = labData("which-rules");
const { systems, nodes } = dataSchema.parse(DATA);

/** Answers the system on screen without a wrong turn. */
function solve(index: number): void {
  for (const step of systems[index]?.path ?? [])
    press(nodes.flatMap(({ answers }) => answers).find(({ id }) => id === step.answer)?.label ?? "");
}

test("a wrong turn explains itself with its source, and its answer cannot be chosen again", async () => {
  openLab(Lab, DATA);
  press("4");
  await expectFocus("2. Find the rules");
  press(/^7\. The loan score/);
  await expectFocus("The loan score");
  press("High-risk");
  expect(screen.getAllByText("Not “High-risk”.")).toHaveLength(2);
  screen.getByText("(EU AI Act, Article 6, Annexes I and III)");
  screen.getByText(/In the EU a credit score would be high-risk\./);
  expect(screen.getByRole("button", { name: "High-risk" }).getAttribute("aria-disabled")).toBe("true");
  press("The Act does not apply");
  screen.getByText("EU AI Act: The Act does not apply.");
  screen.getByRole("group", { name: "Why does the Act not apply?" });
  screen.getByText("Yes. EU AI Act: The Act does not apply.");
});

test("a learner finishes eight systems in any order, with a reload in between, and gets the table", async () => {
  const first = openLab(Lab, DATA);
  press("4");
  press(/^12\. The shopping-centre cameras/);
  press("Minimal");
  const half = first.last();
  first.leave();

  const { last } = openLab(Lab, DATA, half);
  expect(document.activeElement).toBe(document.body);
  solve(11);
  await expectFocus(/You took 1 wrong turn\.$/);
  for (let index = 0; index < 7; index += 1) {
    expect(isLabDone(last())).toBe(false);
    expect(screen.queryByRole("table")).toBeNull();
    press(`Next: ${systems[index]?.name}`);
    solve(index);
  }
  await expectFocus(/You took no wrong turn\. The table of results is below\.$/);
  expect(isLabDone(last())).toBe(true);
  screen.getByText("6 of 12 are prohibited or high-risk. You said 4.");
  const table = screen.getByRole("table", { name: "Your finished systems" });
  const row = (name: string) => within(table).getByRole("row", { name: new RegExp(name) }).textContent;
  expect(row("The essay marker")).toBe(
    "The essay markerHigh-risk: educationYes, with four safeguardsIndirectlyNeeded0",
  );
  expect(row("shopping-centre")).toMatch(/Not covered: Britain only.*1$/);
  screen.getByText(/This is not legal advice\. 4 of the systems are still open\.$/);

  press("All systems");
  expect(screen.getByRole("button", { name: /^12\./ }).textContent).toContain("finished, 1 wrong turn");
  press("Start again");
  await expectFocus("1. Before you begin");
  expect(isLabDone(last())).toBe(true);
});
