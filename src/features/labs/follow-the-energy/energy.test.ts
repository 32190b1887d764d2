import fc from "fast-check";
import { expect, test } from "vitest";
import { labData } from "../../../../tests/support/screens/labs.tsx";
import { writeLabState } from "../../../domain/course/labState.ts";
import { dataSchema, IDS } from "./data.ts";
import {
  begin,
  breakEven,
  bucketOf,
  ends,
  KETTLE_WH,
  MOST,
  type Ranges,
  rangesOf,
  sensitivity,
  shareOf,
  stateSchema,
  worldPromptsPerDay,
  yearlyKwh,
} from "./energy.ts";

const data = dataSchema.parse(labData("follow-the-energy"));

function beginning(): Ranges {
  const ranges = rangesOf(begin(data));
  if (!ranges) throw new Error("the ranges in data.yaml are incomplete");
  return ranges;
}

const anyRanges = fc
  .tuple(
    ...IDS.map((id) =>
      fc.tuple(
        fc.double({ min: id === "bill" ? 1 : 0, max: 100, noNaN: true }),
        fc.double({ min: 0, max: id === "heavy" ? 0 : 1_000, noNaN: true }),
      ),
    ),
  )
  .map((pairs) => {
    const values = pairs.map(([low, more]): [number, number] => [low, low + more]);
    return rangesOf({ ...begin(data), values });
  })
  .filter((ranges) => ranges !== null);

test("a year is people, prompts, days and watt-hours multiplied, and long tasks count as several prompts", () => {
  const values = { people: 10, prompts: 20, days: 200, prompt: 2, heavy: 0, factor: 50, bill: 8_000 };
  expect(yearlyKwh(values)).toBe(80);
  expect(shareOf(values)).toBe(1);
  expect(yearlyKwh({ ...values, heavy: 10, factor: 11 })).toBe(160);
});

test("the two ends enclose the share of every set of values between them", () => {
  fc.assert(
    fc.property(
      anyRanges,
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 7, maxLength: 7 }),
      (ranges, at) => {
        const values = Object.fromEntries(
          IDS.map((id, index) => [id, ranges[id][0] + (at[index] ?? 0) * (ranges[id][1] - ranges[id][0])]),
        );
        const share = shareOf({ ...ends(ranges).halfway, ...values });
        const { least, most } = ends(ranges);
        expect(share).toBeGreaterThanOrEqual(shareOf(least) * (1 - 1e-9));
        expect(share).toBeLessThanOrEqual(shareOf(most) * (1 + 1e-9));
      },
    ),
  );
});

test("the value that would be needed really gives the share asked for", () => {
  const { halfway } = ends(beginning());
  for (const limit of data.limits) {
    for (const { id, value } of breakEven(beginning(), limit)) {
      if (value !== null) expect(shareOf({ ...halfway, [id]: value })).toBeCloseTo(limit, 6);
    }
  }
});

test("a share of prompts above 100 per cent is no value that could be needed", () => {
  const needed = new Map(breakEven(beginning(), 100).map(({ id, value }) => [id, value]));
  expect(needed.get("heavy")).toBeNull();
  expect(needed.get("prompt")).toBeGreaterThan(0);
});

test("as the text says, the range that matters least is the days, and the electricity for a prompt and the long tasks matter most", () => {
  const order = sensitivity(beginning()).map(({ id }) => id);
  expect(new Set(order.slice(0, 3))).toEqual(new Set(["prompt", "factor", "heavy"]));
  expect(order.at(-1)).toBe("days");
});

test("as the text says, the ends of the made-up office are far apart: next to nothing, and more than 1 per cent", () => {
  const { least, most } = ends(beginning());
  expect(shareOf(least)).toBeLessThan(0.1);
  expect(shareOf(most)).toBeGreaterThan(1);
});

test("a litre of water takes 93 watt-hours to boil", () => {
  expect(KETTLE_WH).toBeCloseTo(93.02, 2);
});

test("the electricity of all AI servers is divided by the days of a year", () => {
  expect(worldPromptsPerDay({ dataCentresTwh: 365, aiPercent: 10, year: 2024 }, 1)).toBeCloseTo(1e11, 0);
});

test("a share belongs to the range that begins with it", () => {
  expect([0.05, 0.1, 5, 50].map((share) => bucketOf(share, data.shares))).toEqual([0, 1, 2, 3]);
});

test("the longest state fits into a workbook field", () => {
  const values = IDS.map((): [number, number] => [MOST / 3, MOST / 3]);
  const state = stateSchema(data).parse({ values, guess: 3, limit: 2 });
  expect(writeLabState(state, true).length).toBeLessThan(4_000);
});
