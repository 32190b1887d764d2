import { expect, test } from "vitest";
import { braid } from "./braid.ts";

test("the same seed always weaves the same cloth, another seed another", () => {
  expect(braid("module-1", 5, 12)).toEqual(braid("module-1", 5, 12));
  expect(braid("module-1", 5, 12)).not.toEqual(braid("module-2", 5, 12));
});

test("no thread is lost: every one has a stretch at every step", () => {
  const [lanes, steps] = [5, 12];
  const { stretches } = braid("module-3", lanes, steps);
  expect(stretches).toHaveLength(lanes * steps);
  for (let thread = 0; thread < lanes; thread++) {
    expect(stretches.filter((each) => each.thread === thread)).toHaveLength(steps);
  }
});
