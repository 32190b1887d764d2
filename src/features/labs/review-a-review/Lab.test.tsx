// @vitest-environment jsdom
import { fireEvent, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { expectFocus, labData, openLab, press } from "../../../../tests/support/screens/labs.tsx";
import { isLabDone } from "../../../domain/course/labState.ts";
import Lab from "./Lab.tsx";

const DATA = labData("review-a-review");

const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });

function score(...marks: number[]): void {
  for (const [row, mark] of marks.entries()) {
    const group = within(screen.getByRole("group", { name: new RegExp(`^Criterion ${row + 1}: `) }));
    fireEvent.click(group.getByRole("radio", { name: new RegExp(`^${mark}\\D`) }));
  }
}

/** Scores both samples and opens the learner's own review. */
function doSamples(first: number[], second: number[]): void {
  press("17");
  score(...first);
  press("Compare with our scores");
  press("Go to the second review");
  press("9");
  score(...second);
  press("Compare with our scores");
}

test("a learner predicts, scores and compares two reviews, and finds everything again after a reload", async () => {
  const first = openLab(Lab, DATA);
  expect(screen.queryByRole("radio")).toBeNull();
  press("17");
  await expectFocus(/criteria have a score|Review 1 of 2: score it/);
  score(4, 4, 3, 3);
  expect(button("Compare with our scores").disabled).toBe(true);
  const half = first.last();
  first.leave();

  const { last } = openLab(Lab, DATA, half);
  expect(document.activeElement).toBe(document.body);
  score(4, 4, 3, 3, 2);
  press("Compare with our scores");
  screen.getByText("You gave 16 of 20, and we gave 12. At first sight you said 17.");
  screen.getByText(/^On average you were 0\.8 points per criterion more generous than we were\./);
  screen.getByText(
    "By your scores this review is a pass. By ours it is not a pass, because of a 0 in criterion 5.",
  );
  const rows = within(screen.getByRole("table", { name: "Your scores for “The summer pile” beside ours" }));
  expect(
    rows
      .getAllByRole("row")
      .slice(1)
      .map(({ textContent }) => textContent),
  ).toEqual([
    "1. Understanding and testing431 point more generous",
    "2. Practical use44the same",
    "3. Rules and safeguards33the same",
    "4. Plural ethics321 point more generous",
    "5. People and power202 points more generous",
  ]);
  screen.getByText("“People are the heart of hospitality, and this review puts them first”");
  expect(isLabDone(last())).toBe(false);

  press("Go to the second review");
  await expectFocus("Review 2 of 2: read it once");
  press("9");
  score(3, 1, 2, 1, 4);
  press("Compare with our scores");
  expect(screen.getAllByText(/^You moved closer to our scores: from 0\.8 points to 0\.2/)).toHaveLength(2);
  expect(isLabDone(last())).toBe(true);
});

test("the learner's own review is read from the workbook, scored, and the weakest criterion named", async () => {
  const { last, leave } = openLab(Lab, DATA);
  doSamples([3, 4, 3, 2, 0], [3, 3, 3, 2, 4]);
  const compared = last();
  leave();
  const own = openLab(Lab, DATA, compared, { "l11-rules": "Minimal,\nas at today.", "l11-trace": " " });
  press("Score your own review");
  await expectFocus("Your own review");
  screen.getByText(/^1 of the 9 sections is in your workbook\./);
  screen.getByText(/^Minimal,\sas at today\.$/);
  screen.getByText(/^Your total appears when/);
  score(3, 3, 2, 3, 3);
  const result = document.querySelector(".lab-part")?.textContent;
  expect(result).toContain("Your review: 14 of 20 points. By your scores that is a pass.");
  expect(result).toContain(
    "Improve criterion 3 first: Rules and safeguards. You gave it a 2. The rubric says for a 3: “Correct tier, dated, a UK point, an owner named”.",
  );
  expect(result).toContain("For the second sample you were 3 points more generous than we were");
  const stored = own.last();
  own.leave();
  openLab(Lab, DATA, stored);
  screen.getByText(/^Your workbook has no review yet\./);
  screen.getByText("Your review: 14 of 20 points. By your scores that is a pass.");
});

test("starting again asks for a prediction, and the lab stays done", async () => {
  const { last } = openLab(Lab, DATA);
  doSamples([3, 4, 3, 2, 0], [3, 1, 2, 2, 4]);
  screen.getByText(/All five of your scores are the same as ours\.$/);
  press("Start again");
  await expectFocus("Review 1 of 2: read it once");
  expect(isLabDone(last())).toBe(true);
});
