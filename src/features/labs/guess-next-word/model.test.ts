import { expect, test } from "vitest";
import {
  atTemperature,
  countRight,
  likeliest,
  type Model,
  nextTokens,
  readText,
  seeded,
  write,
} from "./model.ts";

/** Twice 0 1 2, three times 0 1 3, once 4 1 2. */
const model = readText([...Array(2).fill([0, 1, 2]), ...Array(3).fill([0, 1, 3]), [4, 1, 2]], 100);
const sum = (chances: Float64Array) => chances.reduce((total, chance) => total + chance, 0);

function resultOf<Result>(steps: Generator<void, Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

test("probabilities add up to 1 after every context", () => {
  for (const before of [[], [0], [0, 1], [4, 1], [9, 9], [null, 1], [2, 0, 1]])
    expect(sum(nextTokens(model, before))).toBeCloseTo(1, 9);
});

test("without a context, a token is as probable as it is frequent", () => {
  expect(nextTokens(model, [])[1]).toBeCloseTo(6 / 18, 9);
});

test("a context weighs as Witten and Bell count it", () => {
  // After 1 came 2 three times and 3 three times; two kinds. Of 18 tokens, 3 are a 2.
  expect(nextTokens(model, [9, 1])[2]).toBeCloseTo((3 + 2 * (3 / 18)) / (6 + 2), 9);
});

test("a longer context decides where it differs", () => {
  expect(likeliest(nextTokens(model, [0, 1]), 1)[0]?.id).toBe(3);
});

test("what followed once is not in the model", () => {
  expect(model.followers).not.toContain("\n4 1:");
  expect(model.followers).not.toContain("\n4:");
});

test("low temperatures raise the favourite, high ones lower it, and 1 changes nothing", () => {
  const chances = nextTokens(model, [0, 1]);
  const at = (temperature: number) => atTemperature(chances, temperature);
  expect(at(1)[3]).toBeCloseTo(chances[3] ?? 0, 9);
  expect(at(0.2)[3]).toBeGreaterThan(chances[3] ?? 1);
  expect(at(2)[3]).toBeLessThan(chances[3] ?? 0);
  for (const temperature of [0.01, 0.2, 2]) expect(sum(at(temperature))).toBeCloseTo(1, 9);
});

test("the same seed writes the same text, and another seed another one", () => {
  const text = (seed: number) =>
    resultOf(write(model, [0], { count: 30, temperature: 1, random: seeded(seed) }));
  expect(text(7)).toEqual(text(7));
  expect(text(7)).not.toEqual(text(8));
  expect(text(7)).toHaveLength(30);
});

test("a guess is right if no token is more probable than the one that came", () => {
  const places = [
    [2, 0, 1, 3],
    [2, 0, 1, 2],
  ];
  expect(resultOf(countRight(model, places))).toBe(1);
  const empty: Model = { share: 1, tokens: 0, followers: "\n" };
  expect(resultOf(countRight(empty, places))).toBe(0);
});
