import { expect, test } from "vitest";
import { labData } from "../../../../tests/support/screens/labs.tsx";
import { lookOf, type Setting, sharesOf, softmax, strongest, USUAL, wordsOf } from "./attention.ts";
import { dataSchema, type Sentence } from "./data.ts";

const raw = labData("attention");
const data = dataSchema.parse(raw);

/** Where a word of a text looks; the last word if none is named. */
function look(sentence: Sentence, text: number, setting: Setting = USUAL, word?: string) {
  const words = wordsOf(sentence.texts[text]?.text ?? "");
  const asker = word === undefined ? words.length - 1 : words.indexOf(word);
  return lookOf(sentence, words.join(" "), asker, setting);
}

const shares = (...found: Parameters<typeof look>) =>
  sharesOf(look(...found)).map((share) => Math.round(100 * share));
const favourite = (...found: Parameters<typeof look>) => {
  const { words, weights } = look(...found);
  return [words[strongest(look(...found))], Math.round(100 * Math.max(...weights))];
};

test("scores of 0 give equal weights, and large scores do not overflow", () => {
  expect(softmax([0, 0, 0, 0])).toEqual([0.25, 0.25, 0.25, 0.25]);
  expect(softmax([2000, 1000])).toEqual([1, 0]);
});

test("a word sees itself and what precedes it, by query times key over the root of the features", () => {
  const { words, scores, weights } = look(data.bank, 0);
  expect(words).toHaveLength(7);
  expect(scores).toEqual([0, 0, 0, 4.5, 0, 0, 1.5]);
  expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1);
  expect(look(data.bank, 0, USUAL, "moved").words).toEqual(["They", "moved"]);
});

test("“bank” takes its meaning from the word that was changed, and with “chairs” stays half and half, as the text says", () => {
  expect(favourite(data.bank, 0)).toEqual(["boat", 90]);
  expect([0, 1, 2].map((text) => shares(data.bank, text))).toEqual([
    [98, 2],
    [2, 98],
    [50, 50],
  ]);
});

test("“big” looks at the trophy, “small” at the suitcase, and “it” at both alike, as the text says", () => {
  expect([0, 1].map((text) => favourite(data.trophy, text)[0])).toEqual(["trophy", "suitcase"]);
  const { words, weights } = look(data.trophy, 0, USUAL, "it");
  expect(weights[words.indexOf("trophy")]).toBe(weights[words.indexOf("suitcase")]);
  expect(weights[words.indexOf("trophy")]).toBeGreaterThan(0.4);
});

test("the sharper it looks, the more the highest score gets, and at 0 every word gets the same", () => {
  const weights = [0, 0.5, 1, 3].map((sharpness) =>
    Math.max(...look(data.bank, 0, { sharpness, hasOrder: true }).weights),
  );
  expect(weights[0]).toBeCloseTo(1 / 7);
  expect(weights).toEqual([...weights].sort((a, b) => a - b));
  expect(weights[3]).toBeGreaterThan(0.99);
});

test("without order the plate is half red and half blue either way round, as the text says", () => {
  const without = { sharpness: 1, hasOrder: false };
  expect([0, 1].map((text) => shares(data.plate, text))).toEqual([
    [8, 92],
    [92, 8],
  ]);
  expect([0, 1].map((text) => shares(data.plate, text, without))).toEqual([
    [50, 50],
    [50, 50],
  ]);
});

test("a list that does not fit the features is refused", () => {
  const wrong = { ...data, bank: { ...data.bank, words: { ...data.bank.words, to: { seeks: [1] } } } };
  expect(dataSchema.safeParse(wrong).error?.issues[0]?.message).toBe("needs 4 numbers, one for each feature");
});
