import { expect, test } from "vitest";
import { labData } from "../../../../tests/support/screens/labs.tsx";
import {
  begin,
  gaps,
  goalsMet,
  HIGHEST,
  LOWEST,
  outcomeOf,
  stateSchema,
  survey,
  withOwn,
} from "./cutOffs.ts";
import { dataSchema } from "./data.ts";

const raw = labData("draw-the-line");
const data = dataSchema.parse(raw);
const [north, south] = data.groups;

test("a cut-off approves everyone at or above it", () => {
  expect(outcomeOf(north, 8)).toEqual({
    approved: 28,
    missed: 26,
    wrong: 4,
    approvalRate: 28,
    missRate: 52,
    errorRate: 30,
  });
  expect(outcomeOf(south, LOWEST)).toMatchObject({ approved: 100, missed: 0, wrong: 80, errorRate: 80 });
  expect(outcomeOf(south, HIGHEST)).toMatchObject({ approved: 0, missed: 20, wrong: 0, missRate: 100 });
});

test("half of one group and a fifth of the other are in need, as the text says", () => {
  expect([north, south].map((group) => outcomeOf(group, HIGHEST).missed)).toEqual([50, 20]);
});

test("every goal can be met, but no pair of cut-offs meets all three, as the text says", () => {
  expect(survey(data)).toEqual({ pairs: 121, each: [13, 16, 16], two: 8, three: 0 });
  expect(goalsMet(data, LOWEST, LOWEST)).toEqual([true, true, false]);
  expect(gaps(data, LOWEST, LOWEST)).toEqual([0, 0, 30]);
});

test("with a tolerance of 12 points some pairs meet all three, as the text says", () => {
  expect(survey({ ...data, tolerance: 12 }).three).toBeGreaterThan(0);
});

test("a goal that was met once stays reached", () => {
  const once = withOwn(data, begin(), [LOWEST, LOWEST]);
  const later = withOwn(data, once, [LOWEST, 3]);
  expect(once.reached).toEqual([true, true, false]);
  expect(later.reached).toEqual([true, true, true]);
  expect(stateSchema().safeParse(later).success).toBe(true);
  expect(stateSchema().safeParse({ ...later, own: [0, 3] }).success).toBe(false);
});

test("a group that is not 100 people is refused", () => {
  const wrong = { ...data, groups: [{ ...north, need: north.need.map(() => 1) }, south] };
  expect(dataSchema.safeParse(wrong).error?.issues[0]?.message).toBe("must be 100 people");
});
