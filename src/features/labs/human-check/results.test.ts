import { expect, test } from "vitest";
import { labData } from "../../../../tests/support/screens/labs.tsx";
import { brokenRules, dataSchema, type HumanCheckData } from "./data.ts";
import { bySpeed, chanceOfGap, decisionsOf, plausibleRates, tally } from "./results.ts";
import { begin } from "./state.ts";

const raw = labData("human-check");
const data = dataSchema.parse(raw);

/** Follows the system, except in the cases with these numbers. Each decision takes so many tenths as its number. */
const except = (...numbers: number[]) => ({
  ...begin(),
  answers: data.cases
    .map(({ suggested }, index) => ((suggested === "approve") !== numbers.includes(index + 1) ? "a" : "r"))
    .join(""),
  tenths: data.cases.map((_, index): number | null => index + 1),
});

test("the rules give the answer that the data calls right, for each of the 30 cases", () => {
  expect(data.cases).toHaveLength(30);
  for (const each of data.cases)
    expect([each.group, brokenRules(data.rules, each).length === 0 ? "approve" : "refuse"]).toEqual([
      each.group,
      each.right,
    ]);
});

test("six suggestions are wrong, further and further apart, three in each half", () => {
  const planted = decisionsOf(data, except()).filter(({ isPlanted }) => isPlanted);
  expect(planted.map(({ number }) => number)).toEqual([4, 7, 11, 16, 22, 29]);
  const wronglyApproved = planted.filter(({ application }) => application.suggested === "approve");
  expect(wronglyApproved.map(({ application }) => brokenRules(data.rules, application))).toEqual([
    ["pounds"],
    ["since"],
    ["members"],
    ["pounds"],
  ]);
});

test("following the system blindly makes 24 decisions right and catches nothing", () => {
  expect(tally(decisionsOf(data, except()))).toEqual({
    cases: 30,
    right: 24,
    agreed: 30,
    planted: 6,
    caught: 0,
    overridden: 0,
    medianTenths: 15.5,
  });
});

test("overriding everything catches every error and spoils every good suggestion, as the text says", () => {
  const all = data.cases.map((_, index) => index + 1);
  expect(tally(decisionsOf(data, except(...all)))).toMatchObject({
    right: 6,
    agreed: 0,
    caught: 6,
    overridden: 24,
  });
});

test("without any time there is no median", () => {
  const { faster, slower } = bySpeed(decisionsOf(data, { ...except(), tenths: data.cases.map(() => null) }));
  expect([...faster, ...slower]).toEqual([]);
  expect(tally(slower).medianTenths).toBeNull();
});

test("four of six fits rates from 30 to 90 per cent, and none of six up to 39", () => {
  const rounded = (caught: number) =>
    plausibleRates({ caught, planted: 6 }).map((rate) => Math.round(100 * rate));
  expect(rounded(4)).toEqual([30, 90]);
  expect(rounded(0)).toEqual([0, 39]);
  expect(rounded(6)).toEqual([61, 100]);
});

test("no difference between two parts of six errors is rarer by chance than 6 in 100, as the result says", () => {
  expect(chanceOfGap({ caught: 0, planted: 3 }, { caught: 3, planted: 3 })).toBeCloseTo(0.1);
  expect(chanceOfGap({ caught: 1, planted: 3 }, { caught: 1, planted: 3 })).toBe(1);
  const chances: number[] = [];
  for (let planted = 1; planted <= 5; planted += 1)
    for (let caught = 0; caught <= planted; caught += 1)
      for (let others = 0; others <= 6 - planted; others += 1)
        chances.push(chanceOfGap({ caught, planted }, { caught: others, planted: 6 - planted }));
  expect(Math.min(...chances)).toBeCloseTo(1 / 15);
});

test("data that contradicts its own rules is rejected", () => {
  const change = (fields: Partial<HumanCheckData["cases"][number]>) =>
    dataSchema
      .safeParse({ ...data, cases: data.cases.map((each, index) => (index ? each : { ...each, ...fields })) })
      .error?.issues.map(({ path, message }) => `${path.join(".")} ${message}`);
  expect(change({ right: "refuse" })).toEqual(['cases.0.right must be "approve" by the rules']);
  expect(change({ members: [20, 21] })).toEqual(["cases.0.members has more local members than members"]);
  expect(change({ since: "2025-9" })).toContain("cases.0.since must be a year and a month, such as 2025-09");
});
