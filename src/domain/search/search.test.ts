import { expect, test } from "vitest";
import { entryOf, type Passage, search } from "./search.ts";
import { nearQueries } from "./searchNear.ts";
import { wordsOf } from "./searchQuery.ts";
import { markedText, snippet } from "./searchSnippet.ts";

const passage = (text: string, heading = "A heading", kind: Passage["kind"] = "section"): Passage => ({
  kind,
  heading,
  text,
});
const finds = (typed: string, text: string) => search([entryOf(passage(text))], typed).length === 1;

test.each([
  ["maori", "The people called Māori."],
  ["māori", "The people called Maori."],
  ["MĀORI", "ma\u0304ori data"],
  ["dont", "You don’t know."],
  ["don't", "You don’t know."],
  ["africa data", "Africa’s data"],
  ["nonprofit", "A non-profit group"],
  ["non profit", "A non-profit group"],
  ["non-profit", "A nonprofit group"],
  ["non-profit", "A non profit group"],
  ["next-token prediction", "It is next\u2011token prediction."],
  ["ﬁle", "A file."],
  ["mod", "A model of language"],
  ["language mod", "A model of language"],
  ["heading model", "A model"],
  ["model x", "A model"],
  ["2,022", "In 2,022 of 5 cases"],
  ['"large language', "A large language model"],
  ["“large language”", "A large language model"],
  ['"next token"', "Each next-token guess"],
  ['"tokens in" model', "A model puts tokens in."],
  ["日本", "日本語 too"],
])("the search for %j finds %j", (typed, text) => {
  expect(finds(typed, text)).toBe(true);
});

test.each([
  ["lang model", "A model of language"],
  ["model 3", "A model of language"],
  ["model cat", "A model of language"],
  ["odel", "A model of language"],
  ["m", "A model of language"],
  ["non-profit", "A profit is non existent"],
  ['"language large"', "A large language model"],
  ['"large model"', "A large language model"],
  ['"large lang"', "A large language model"],
  ["", "Anything"],
  [' "" – ', "Anything"],
])("the search for %j does not find %j", (typed, text) => {
  expect(finds(typed, text)).toBe(false);
});

test("the search ranks titles above headings, terms and texts, and whole words above partial ones", () => {
  const entries = [
    passage("Tokens are models.", "Something"),
    passage("A model is one.", "Something else"),
    passage("What it learned.", "Model", "term"),
    passage("", "What a model is"),
    passage("", "A model of the world", "lesson"),
  ].map(entryOf);
  const order = search(entries, "model").map((hit) =>
    entries.findIndex((each) => each.passage === hit.passage),
  );
  expect(order).toEqual([4, 3, 2, 1, 0]);
});

const show = (pieces: ReturnType<typeof markedText>) =>
  pieces.map(({ text, isHit }) => (isHit ? `[${text}]` : text)).join("");

function shown(text: string, typed: string, length = 40): string {
  const [hit] = search([entryOf(passage(text))], typed);
  return show(snippet(text, wordsOf(text), hit?.inText ?? [], length));
}

test("the search marks matches as they are spelt in the text, and a phrase as one match", () => {
  expect(shown("Ask Māori <b>people</b> & others.", "maori people")).toBe(
    "Ask [Māori] <b>[people]</b> & others.",
  );
  expect(shown("A large, “language” model", '"large language" large')).toBe("A [large, “language]” model");
  const [hit] = search([entryOf(passage("none", "Next-token guesses"))], "next token");
  expect(show(markedText("Next-token guesses", hit?.inHeading ?? []))).toBe("[Next]-[token] guesses");
});

test("a search snippet shows the part of a long text with the most matches and is cut between words", () => {
  const filler = "some words that say nothing here ".repeat(6);
  expect(shown(`${filler}bias once. ${filler}bias and then more bias at the end. ${filler}`, "bias")).toBe(
    "…here [bias] and then more [bias] at the end…",
  );
  expect(shown(`data data data data. ${filler}Māori data. ${filler}`, "maori data")).toBe(
    "…here [Māori] [data]. some words that say…",
  );
  expect(shown(filler, "missing")).toBe("some words that say nothing here some…");
});

test.each([8, 9, 10, 11, 12, 13])("a search snippet of %i code units never splits a character", (length) => {
  const texts = ["𝒳𝒴𝒵".repeat(20), "👩‍💻👍🏽 bias 👩‍💻👍🏽".repeat(9), "e\u0301".repeat(40)];
  for (const text of texts) {
    const all = shown(text, "bias", length).replaceAll(/[[\]]/g, "");
    expect(all.isWellFormed()).toBe(true);
    expect(text).toContain(all.replaceAll("…", ""));
  }
});

test("a search without results suggests corrected words and each word on its own", () => {
  const entries = [passage("A hallucination is made up."), passage("Māori data")].map(entryOf);
  expect(nearQueries(entries, "halucinations")).toEqual(["hallucination"]);
  expect(nearQueries(entries, "maori hallucination")).toEqual(["māori", "hallucination"]);
  expect(nearQueries(entries, "xylophone")).toEqual([]);
});
