// @vitest-environment jsdom
import { fireEvent, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { expectFocus, labData, openLab, press } from "../../../../tests/support/screens/labs.tsx";
import { isLabDone } from "../../../domain/course/labState.ts";
import { dataSchema } from "./data.ts";
import Lab from "./Lab.tsx";

const DATA = labData("four-lenses");
const { points, lenses } = dataSchema.parse(DATA);

const lens = (name: string) => fireEvent.click(screen.getByRole("radio", { name }));
const point = (number: number) => press(`${number}. ${points[number - 1]}`);

test("a learner chooses without a lens, predicts, looks through each lens, and finds it again after a reload", async () => {
  const { last, leave } = openLab(Lab, DATA);
  press(points[0] ?? "");
  await expectFocus(`Without a lens, this weighs most: ${points[0]}`);
  press("1");
  point(1);
  screen.getByText("Results: your choice and ours are the same.");
  expect(document.activeElement).not.toBe(document.body);
  press("Next lens: Duty");
  point(2);
  screen.getByText("Duty: you chose 2, we chose 3.");
  const half = last();
  leave();

  const again = openLab(Lab, DATA, half);
  point(1);
  lens("Buddhist ideas");
  expect(isLabDone(again.last())).toBe(false);
  point(1);
  point(4);
  expect(isLabDone(again.last())).toBe(true);
  screen.getByText(/^Through 2 of 4 lenses another point weighed most than at first\. You expected 1\./);
  press("Start again");
  await expectFocus("1. Before any lens");
});

test("our reading puts a different point first through each lens, as the text says", () => {
  expect(new Set(lenses.map(({ first }) => first)).size).toBe(lenses.length);
});

test("data whose lens puts a missing point first is refused", () => {
  const wrong = { ...dataSchema.parse(DATA), lenses: lenses.map((each) => ({ ...each, first: 7 })) };
  expect(dataSchema.safeParse(wrong).error?.issues[0]?.message).toBe("is none of the points");
});
