import { expect, test } from "vitest";
import { lessonPack } from "../../../tests/support/lessons.ts";
import { filterEntries, glossaryEntries, lettersOf } from "./GlossaryPage.tsx";

const token = { term: "Token", definition: "A piece of a word." };
const maori = { term: "Māori", definition: "The people of Aotearoa." };
const packs = [
  { ...lessonPack("1"), terms: [maori], references: [token] },
  { ...lessonPack("2"), terms: [token] },
];

test("the glossary lists each term once, alphabetically, with the lesson that introduces it", () => {
  expect(glossaryEntries(packs).map(({ term, lessonId }) => [term, lessonId])).toEqual([
    ["Māori", "1"],
    ["Token", "2"],
  ]);
});

test("the glossary filter ignores diacritics and searches definitions too", () => {
  const entries = glossaryEntries(packs);
  expect(filterEntries(entries, " maori").map(({ term }) => term)).toEqual(["Māori"]);
  expect(filterEntries(entries, "piece of").map(({ term }) => term)).toEqual(["Token"]);
  expect(filterEntries(entries, "")).toHaveLength(2);
});

test("the glossary lists the letters that exist, each with its first term", () => {
  const entries = glossaryEntries([
    { ...lessonPack("1"), terms: [token, maori, { ...token, term: "Model" }] },
  ]);
  expect(lettersOf(entries)).toEqual([
    { letter: "M", slug: "maori" },
    { letter: "T", slug: "token" },
  ]);
});
