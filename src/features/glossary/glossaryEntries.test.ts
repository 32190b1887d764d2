import { expect, test } from "vitest";
import { lessonPack } from "../../../tests/support/lessons.ts";
import { filterEntries, glossaryEntries } from "./glossaryEntries.ts";

const token = { term: "Token", definition: "A piece of a word." };
const maori = { term: "Māori", definition: "The people of Aotearoa." };
const packs = [
  { ...lessonPack("1"), terms: [maori], references: [token] },
  { ...lessonPack("2"), terms: [token] },
];

test("each term is there once, in the order of the alphabet, with the lesson that explains it", () => {
  expect(glossaryEntries(packs).map(({ term, lessonId }) => [term, lessonId])).toEqual([
    ["Māori", "1"],
    ["Token", "2"],
  ]);
});

test("a term whose lesson is not on the device still has its meaning", () => {
  expect(glossaryEntries(packs.slice(0, 1))[1]).toMatchObject({ term: "Token", lessonId: null });
});

test("who types without marks finds a word that has them, and what stands in a meaning", () => {
  const entries = glossaryEntries(packs);
  expect(filterEntries(entries, " maori").map(({ term }) => term)).toEqual(["Māori"]);
  expect(filterEntries(entries, "piece of").map(({ term }) => term)).toEqual(["Token"]);
  expect(filterEntries(entries, "")).toHaveLength(2);
});
