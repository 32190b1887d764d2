import { expect, test } from "vitest";
import { emptySort, readSort, writeSort } from "./sortState.ts";

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
