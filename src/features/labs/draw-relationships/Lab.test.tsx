// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { labData, openLab, press } from "../../../../tests/support/screens/labs.tsx";
import { isLabDone, writeLabState } from "../../../domain/course/labState.ts";
import { dataSchema } from "./data.ts";
import Lab from "./Lab.tsx";
import { begin, heardCount, stateSchema, withTie } from "./map.ts";

const DATA = labData("draw-relationships");
const data = dataSchema.parse(DATA);
const MAX_STATE = 4000;

const tie = (one: string, other: string) => {
  press(new RegExp(`, ${one}, `));
  press(new RegExp(`, ${other}, `));
};

test("a learner predicts, ties people until every no arrives, draws in a group, and finds it after a reload", () => {
  const { last, leave } = openLab(Lab, DATA);
  press("3");
  screen.getByText("You expected 3. A no arrives from 2 of 4. Ties that you drew: 0.");
  tie("Office", "Repair crew");
  screen.getByText(/^Office and Repair crew have a tie that holds\./);
  tie("Caretakers", "Repair crew");
  screen.getByText(
    /^Caretakers and Repair crew are tied\. A no arrives from 4 of 4\. Ties that you drew: 1\.$/,
  );
  expect(isLabDone(last())).toBe(false);
  press("Draw in: Their families");
  screen.getByText("Their families: now number 6 on the map.");
  expect(isLabDone(last())).toBe(true);
  leave();

  openLab(Lab, DATA, last());
  screen.getByRole("button", { name: "6, Their families, not heard" });
  tie("Their families", "Tenants with the app");
  screen.getByRole("button", { name: "6, Their families, heard" });
  tie("Caretakers", "Repair crew");
  screen.getByText(/are no longer tied\. A no arrives from 3 of 5\./);
  press("Draw in: Those who come later");
});

test("one tie is enough, and a tie that is cut off can be repaired, as the text says", () => {
  expect(heardCount(data, begin())).toBe(2);
  for (const [one, other] of [
    [0, 4],
    [3, 0],
  ] as const)
    expect(withTie(data, begin(), one, other)).toMatchObject({ reached: true });
});

test("the largest state fits into a workbook field, and a tie to nobody is no state", () => {
  const ties = Array.from({ length: 40 }, () => [10, 9]);
  const state = { guess: 4, ties, drawn: [0, 1, 2, 3, 4, 5], reached: true };
  expect(stateSchema(data).safeParse(state).success).toBe(true);
  expect(writeLabState(state, true).length).toBeLessThan(MAX_STATE);
  expect(stateSchema(data).safeParse({ ...state, ties: [[0, 11]] }).success).toBe(false);
});

test("data with a tie to somebody who is not on the map is refused", () => {
  const wrong = { ...data, ties: [{ from: 1, to: 9, state: "joined" }] };
  expect(dataSchema.safeParse(wrong).error?.issues[0]?.message).toBe("is no tie between two people");
});
