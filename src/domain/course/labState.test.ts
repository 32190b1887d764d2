import { expect, test } from "vitest";
import { WORKBOOK_FIELD_ID } from "../../entities/workbookField/workbookField.ts";
import { LABS } from "../study/pacing.ts";
import { isLabDone, labFieldId, readLabState, writeLabState } from "./labState.ts";

test("a lab's state is read as it was written, and says whether the lab is done", () => {
  const state = { labels: "uw-", guess: null };
  for (const isDone of [false, true]) {
    const stored = writeLabState(state, isDone);
    expect(readLabState(stored)).toEqual(state);
    expect(isLabDone(stored)).toBe(isDone);
  }
});

test.each(["", "done", "open\n", "done\n{", "My notes"])("%j is no state of a lab", (stored) => {
  expect(readLabState(stored)).toBeNull();
});

test("the field of every lab of the plan is a workbook field, as the server checks it", () => {
  for (const { lessonId, lab } of LABS) expect(labFieldId(lessonId, lab)).toMatch(WORKBOOK_FIELD_ID);
});
