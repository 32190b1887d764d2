import { expect, test } from "vitest";
import { countSyllables, readingGrade } from "./readingGrade.ts";

const SYLLABLES: Record<number, string[]> = {
  1: ["the", "made", "asked", "names", "rules", "tools", "wrote", "school", "trained", "through", "used"],
  2: [
    "people",
    "being",
    "model",
    "wanted",
    "decide",
    "data",
    "token",
    "people’s",
    "science",
    "prompted",
    "causes",
  ],
  3: ["created", "idea", "decision", "example", "company", "computer", "various", "period"],
  4: ["education", "information", "responsible", "artificial", "technology"],
};
const PAIRS = Object.entries(SYLLABLES).flatMap(([count, list]) =>
  list.map((word) => [word, Number(count)] as const),
);

test.each(PAIRS)("the reading grade counts the spoken syllables of %s", (word, count) => {
  expect(countSyllables(word)).toBe(count);
});

test("the reading grade follows the published formula", () => {
  // Eight words, one sentence, ten syllables: 0.39 × 8 + 11.8 × 10 / 8 − 15.59.
  expect(readingGrade(["The model decides what comes next for them."])).toBeCloseTo(
    0.39 * 8 + (11.8 * 10) / 8 - 15.59,
    5,
  );
});

test("long words in long sentences get a higher reading grade than short ones", () => {
  const plain = "You ask. The tool writes. You check it. Then you sign it.";
  const heavy =
    "Organisational accountability necessitates comprehensive documentation of algorithmic decision processes and responsibilities.";
  expect(readingGrade([plain])).toBeLessThan(3);
  expect(readingGrade([heavy])).toBeGreaterThan(15);
});
