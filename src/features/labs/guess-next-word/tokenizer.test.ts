import { expect, test } from "vitest";
import { cutter, learnTokenizer, vocabularyOf } from "./tokenizer.ts";

const TEXT = [
  "low low low low low lower lower newest newest newest newest newest newest widest widest widest",
];
const cut = (count: number, text: string) =>
  cutter(learnTokenizer(TEXT, 20), count)(text).map((token) => token.text);

test("the pair that occurs most often is joined first", () => {
  const tokenizer = learnTokenizer(TEXT, 2);
  expect(vocabularyOf(tokenizer).slice(tokenizer.alphabet.length)).toEqual(["es", "est"]);
});

test("a text is cut into single characters without merges, and into longer pieces with more of them", () => {
  expect(cut(0, "newest low")).toEqual([..."newest low"]);
  expect(cut(2, "newest low")).toEqual(["n", "e", "w", "est", " ", "l", "o", "w"]);
  expect(cut(20, " newest")).toEqual([" newest"]);
});

test("the tokens of a text join to the same text, characters that were never met included", () => {
  for (const text of ["lowest newer, 12 € 日本", " wide!", "", "😀 low 😀"])
    expect(cut(20, text).join("")).toBe(text);
  expect(cutter(learnTokenizer(TEXT, 20))("日").at(0)).toEqual({ id: null, text: "日" });
});

test("learning stops when no pair occurs twice", () => {
  expect(learnTokenizer(["ab"], 5).merges).toEqual([]);
});

test("the same text always gives the same tokenizer", () => {
  expect(learnTokenizer(TEXT, 20)).toEqual(learnTokenizer([...TEXT], 20));
});
