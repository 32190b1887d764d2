import { expect, test } from "vitest";
import { applyInRounds, fromRandomPlace, type Rule } from "./rounds.ts";

/** Rules that have this many batches of ten rows each, and a log of the calls to them. */
function rulesWith(batches: Record<string, number>) {
  const calls: string[] = [];
  const rules = Object.entries(batches).map(([name, most]): Rule => {
    let left = most;
    return {
      name,
      applyBatch: async () => {
        calls.push(name);
        left -= 1;
        return left >= 0 ? { count: 10, isFull: true } : { count: 0, isFull: false };
      },
    };
  });
  return { rules, calls };
}

const unexpected = (error: unknown) => {
  throw error;
};

test("the retention rules take turns, one batch each, until none returns a full batch", async () => {
  const { rules, calls } = rulesWith({ a: 2, b: 0, c: 1 });
  expect(await applyInRounds(rules, { hasTime: () => true, onError: unexpected })).toEqual({
    counts: { a: 20, b: 0, c: 10 },
    failed: [],
    unfinished: [],
  });
  expect(calls).toEqual(["a", "b", "c", "a", "c", "a"]);
});

test("a retention run that runs out of time returns the rules that may have more rows", async () => {
  const { rules, calls } = rulesWith({ a: 100, b: 0, c: 100 });
  const hasTime = () => calls.length < 4;
  expect(await applyInRounds(rules, { hasTime, onError: unexpected })).toEqual({
    counts: { a: 20, b: 0, c: 10 },
    failed: [],
    unfinished: ["c", "a"],
  });
});

test("a retention rule that fails in its second batch keeps its count and is not tried again in this run", async () => {
  const { rules, calls } = rulesWith({ a: 1, b: 2 });
  let tries = 0;
  const failing: Rule = {
    name: "failing",
    applyBatch: async () => {
      calls.push("failing");
      tries += 1;
      if (tries === 2) throw new Error("planted");
      return { count: 10, isFull: true };
    },
  };
  const errors: [string, unknown][] = [];
  const outcome = await applyInRounds([failing, ...rules], {
    hasTime: () => true,
    onError: (error, rule) => errors.push([rule, error]),
  });
  expect(outcome).toEqual({ counts: { failing: 10, a: 10, b: 20 }, failed: ["failing"], unfinished: [] });
  expect(errors).toEqual([["failing", new Error("planted")]]);
  expect(calls).toEqual(["failing", "a", "b", "failing", "a", "b", "b"]);
});

test("a retention run can start with any rule and keeps the rules in the same cyclic order", () => {
  const starts = [0, 0.34, 0.99].map((random) => fromRandomPlace(["a", "b", "c"], () => random).join(""));
  expect(starts).toEqual(["abc", "bca", "cab"]);
  expect(fromRandomPlace([])).toEqual([]);
});
