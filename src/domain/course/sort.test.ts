import { expect, test } from "vitest";
import { emptySort, readSort, writeSort } from "./sort.ts";

const row = { what: "A timer", place: 0, why: "It is a rule." };
const ISLAND = { edition: "a1b2c3", places: ["AI", "Not AI", "It depends"], rows: [row, row, row] };

test("a sorting exercise is read as it was stored", () => {
  for (const state of [[0, null, 2], [1, 1, 0], emptySort(ISLAND)])
    expect(readSort(ISLAND, writeSort(ISLAND, state))).toEqual(state);
});

test("what was stored for other cards or places is not taken for an answer", () => {
  for (const stored of [undefined, "a1b2c3 0 0.1", "a1b2c3 0 0.1.3", "a1b2c3 0 0.1.x", "d4e5f6 0 0.1.2"])
    expect(readSort(ISLAND, stored)).toBeNull();
});
