import { expect, test } from "vitest";
import { labData } from "../../../../tests/support/screens/labs.tsx";
import { dataSchema } from "./data.ts";
import { begin, compare, flippedPairs, movedUp, placeOf, startOrder, stateSchema } from "./ranking.ts";

const data = dataSchema.parse(labData("four-lenses"));
const START = startOrder(data);
const BACKWARDS = [...START].reverse().join("");

test("a point moves up one place at a time, and not beyond the ends", () => {
  expect(movedUp("012", 1)).toBe("102");
  expect(movedUp("012", 2)).toBe("021");
  expect(movedUp("012", 0)).toBe("012");
  expect(movedUp("012", 3)).toBe("012");
  expect(placeOf("102", 0)).toBe(2);
});

test("flipped pairs are counted like Kendall's tau distance", () => {
  expect(flippedPairs(START, START)).toBe(0);
  expect(flippedPairs(START, BACKWARDS)).toBe(15);
  expect(flippedPairs("012", "102")).toBe(1);
  expect(flippedPairs("102", "012")).toBe(1);
  expect(flippedPairs("012", "201")).toBe(2);
});

test("the comparison names the lens that changed most and the point that moved furthest", () => {
  const state = { first: START, byLens: [START, BACKWARDS, START, movedUp(START, 1)], guess: 1 };
  expect(compare(data, state)).toEqual({
    flips: [0, 15, 0, 1],
    strongest: [1],
    widest: { point: 0, best: 1, worst: 6 },
  });
  expect(compare(data, { ...state, byLens: [START, START, START, START] })?.strongest).toEqual([]);
  expect(compare(data, { ...state, byLens: [START, BACKWARDS, null, null] })).toBeNull();
});

test("our reading puts a different point first through each lens, as the text says", () => {
  expect(new Set(data.lenses.map(({ first }) => first)).size).toBe(data.lenses.length);
});

test.each([{ first: "012344" }, { first: "01234" }, { byLens: [] }, { guess: 4 }])(
  "%j is no state",
  (wrong) => {
    expect(stateSchema(data).safeParse(begin(data)).success).toBe(true);
    expect(stateSchema(data).safeParse({ ...begin(data), ...wrong }).success).toBe(false);
  },
);

test("data whose lens puts a missing point first is refused", () => {
  const wrong = { ...data, lenses: data.lenses.map((lens) => ({ ...lens, first: 7 })) };
  expect(dataSchema.safeParse(wrong).error?.issues[0]).toMatchObject({
    path: ["lenses", 0, "first"],
    message: "is none of the points",
  });
});
