import { expect, test } from "vitest";
import { type AskState, askView, check, pick, readAsk, UNASKED, writeAsk } from "./ask.ts";
import type { AskIsland } from "./island.ts";

const ask = (as: AskIsland["as"], right: number[], count = 3): AskIsland => ({
  kind: "ask",
  id: "l01-timer",
  as,
  question: "Which?",
  edition: "a1b2c3",
  answers: Array.from({ length: count }, (_, index) => ({ text: `${index}`, why: `why ${index}` })),
  right,
});
const after = (island: AskIsland, ...taps: (number | "check")[]): AskState =>
  taps.reduce<AskState>(
    (state, tap) => (tap === "check" ? (check(island, state) ?? state) : pick(island, state, tap)),
    UNASKED,
  );
const told = (island: AskIsland, ...taps: (number | "check")[]) => {
  const { isSettled, verdict } = askView(island, after(island, ...taps));
  return { isSettled, words: verdict?.words, whys: verdict?.whys };
};

test("one answer is checked by its tap: a wrong one gives its reason and a second try, then the right one is shown", () => {
  const one = ask("one", [1]);
  expect(told(one, 1)).toEqual({ isSettled: true, words: "Right.", whys: ["why 1"] });
  expect(told(one, 0)).toEqual({ isSettled: false, words: "Not quite. Try once more.", whys: ["why 0"] });
  expect(told(one, 0, 1)).toEqual({ isSettled: true, words: "Right this time.", whys: ["why 1"] });
});

test("after two wrong answers each of the two reasons names the answer to which it belongs", () => {
  expect(told(ask("one", [1]), 0, 2)).toEqual({
    isSettled: true,
    words: "Not quite.",
    whys: ["<strong>2</strong> why 2", "<strong>1</strong> why 1"],
  });
});

test("taps that mean nothing change nothing", () => {
  const one = ask("one", [1]);
  for (const taps of [
    [0, 0],
    [1, 0],
    [0, 2, 1],
  ])
    expect(after(one, ...taps)).toEqual(after(one, ...taps.slice(0, -1)));
  expect(check(ask("all", [0, 1]), UNASKED)).toBeUndefined();
  expect(check(ask("order", [2, 0, 1]), after(ask("order", [2, 0, 1]), 2, 0))).toBeUndefined();
});

test("marked answers are checked together, in any order, and nothing is given away before the second try", () => {
  const all = ask("all", [0, 2]);
  expect(told(all, 2, 0, "check")).toEqual({ isSettled: true, words: "Right.", whys: [] });
  const wrong = askView(all, after(all, 0, 1, "check"));
  expect(wrong.verdict?.words).toBe(
    "Not quite: 1 that you marked does not fit, and 1 is missing. Try once more.",
  );
  expect(wrong.answers.every(({ isRight, why }) => isRight === undefined && why === undefined)).toBe(true);
  expect(told(all, 0, 1, "check", 1).words).toBeUndefined();
  expect(told(all, 0, 1, "check", 1, 2, "check").words).toBe("Right this time.");
  const over = askView(all, after(all, 0, 1, "check", 2, "check"));
  expect(over.answers.map(({ isRight }) => isRight)).toEqual([true, false, true]);
});

test("an order is built by taps, a second tap takes an answer back, and in the end all stand in the right order", () => {
  const order = ask("order", [2, 0, 1]);
  expect(askView(order, after(order, 1, 0, 1)).answers.map(({ place }) => place)).toEqual([
    1,
    undefined,
    undefined,
  ]);
  expect(told(order, 2, 0, 1, "check")).toMatchObject({ isSettled: true, words: "Right." });
  const again = after(order, 2, 1, 0, "check");
  expect(askView(order, again).verdict?.words).toBe("Not quite: 1 of 3 are in their place. Try once more.");
  const over = askView(order, { ...again, tries: 2 });
  expect(over.answers).toMatchObject([
    { index: 2, place: 1, isRight: true },
    { index: 0, place: 2, isRight: false },
    { index: 1, place: 3, isRight: false },
  ]);
});

test("an answer is read as it was stored, and not as one to another edition or to fewer answers", () => {
  const words = ask("words", [1, 3], 8);
  for (const state of [UNASKED, after(words, 1, 7), after(words, 1, 7, "check"), after(words, 1, "check", 3)])
    expect(readAsk(words, writeAsk(words.edition, state))).toEqual(state);
  expect(readAsk(words, "a1b2c3 2 1+")).toMatchObject({ isOpen: false });
  const stored = writeAsk(words.edition, after(words, 7));
  expect(readAsk({ ...words, edition: "d4e5f6" }, stored)).toBeNull();
  expect(readAsk({ ...words, answers: words.answers.slice(0, 7) }, stored)).toBeNull();
  for (const broken of [undefined, "", "a1b2c3", "a1b2c3 1 1.1", "a1b2c3 x 1"])
    expect(readAsk(words, broken)).toBeNull();
});
