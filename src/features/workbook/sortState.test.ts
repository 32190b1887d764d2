import { expect, test } from "vitest";
import { emptySort, readSort, writeSort } from "./sortState.ts";

test("a learner who comes back finds every row where it was put, and the answers if they had looked", () => {
  for (const state of [
    { places: [0, null, 2], isChecked: false },
    { places: [1, 1, 0], isChecked: true },
  ])
    expect(readSort(writeSort(state), 3, 3)).toEqual(state);
});

test("what was remembered of an exercise that has changed since is forgotten", () => {
  for (const remembered of [undefined, "0,1", "0,1,3", "0,1,x", "-1,0,0"])
    expect(readSort(remembered, 3, 3)).toEqual(emptySort(3));
});
