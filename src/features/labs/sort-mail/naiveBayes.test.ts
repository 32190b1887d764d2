import { expect, test } from "vitest";
import { train } from "./naiveBayes.ts";

const urgent = (text: string) => ({ text, isUrgent: true });
const other = (text: string) => ({ text, isUrgent: false });

test("computes the probability of the textbook example", () => {
  // Table 13.1 of the textbook: "China" is the urgent class, and the test document is "Chinese Chinese Chinese Tokyo Japan".
  const classifier = train([
    urgent("Chinese Beijing Chinese"),
    urgent("Chinese Chinese Shanghai"),
    urgent("Chinese Macao"),
    other("Tokyo Japan Chinese"),
  ]);
  const china = (3 / 4) * (3 / 7) ** 3 * (1 / 14) ** 2;
  const elsewhere = (1 / 4) * (2 / 9) ** 3 * (2 / 9) ** 2;
  expect(classifier?.urgency("Chinese Chinese Chinese Tokyo Japan")).toBeCloseTo(
    china / (china + elsewhere),
    10,
  );
});

test("sorts its words by how much they speak for “urgent”", () => {
  const classifier = train([urgent("water water everywhere"), other("rent rent everywhere")]);
  expect(classifier?.words.map(({ word }) => word)).toEqual(["water", "everywhere", "rent"]);
  expect(classifier?.words[1]?.weight).toBeCloseTo(0);
});

test("ignores words that it has never seen, so it falls back on how often each class occurs", () => {
  const classifier = train([urgent("water"), urgent("smoke"), urgent("gas"), other("rent")]);
  expect(classifier?.urgency("Maji yanavuja")).toBeCloseTo(3 / 4);
});

test("is not trained while one class has no example", () => {
  expect(train([])).toBeNull();
  expect(train([urgent("water")])).toBeNull();
  expect(train([other("rent")])).toBeNull();
});
