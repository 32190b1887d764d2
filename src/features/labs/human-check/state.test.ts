import { expect, test } from "vitest";
import { labData } from "../../../../tests/support/screens/labs.tsx";
import { dataSchema } from "./data.ts";
import { begin, type HumanCheckState, isDecided, stateSchema, withDecision, withoutLast } from "./state.ts";

const data = dataSchema.parse(labData("human-check"));
const schema = stateSchema(data);
const begun = { ...begin(), guess: 10 };

const decided = (count: number, state: HumanCheckState = begun): HumanCheckState =>
  count === 0 ? state : decided(count - 1, withDecision(state, "refuse", 60_000));

test("a decision is stored with its time in tenths of a second", () => {
  expect(withDecision(begun, "approve", 4_321)).toMatchObject({ answers: "a", tenths: [43], canUndo: true });
});

test("a decision that was interrupted or took more than a minute has no time", () => {
  expect(withDecision(begun, "refuse", null).tenths).toEqual([null]);
  expect(withDecision(begun, "refuse", 60_000).tenths).toEqual([600]);
  expect(withDecision(begun, "refuse", 60_100).tenths).toEqual([null]);
});

test("the last decision can be undone once, and the two cases that were seen before then have no time", () => {
  const undone = withoutLast(decided(3));
  expect(undone).toMatchObject({ answers: "rr", tenths: [600, 600], canUndo: false });
  expect(withoutLast(undone)).toBe(undone);
  expect(decided(3, undone).tenths).toEqual([600, 600, null, null, 600]);
});

test("the last of all decisions can be undone too", () => {
  const all = decided(data.cases.length);
  expect(isDecided(data, all)).toBe(true);
  expect(schema.safeParse(withoutLast(all)).success).toBe(true);
  expect(isDecided(data, withoutLast(all))).toBe(false);
});

test("the longest state is far below 4,000 characters", () => {
  const longest = { ...decided(data.cases.length), isClosed: true, untimedTo: data.cases.length + 1 };
  expect(schema.safeParse(longest).success).toBe(true);
  expect(JSON.stringify(longest).length).toBeLessThan(400);
});

test("a state that does not fit the data is rejected", () => {
  for (const wrong of [
    { ...begun, answers: "ax" },
    { ...begun, answers: "a", tenths: [] },
    { ...begun, answers: "a", tenths: [601] },
    { ...begun, isClosed: true },
    { ...begun, guess: 11 },
  ])
    expect(schema.safeParse(wrong).success).toBe(false);
});
