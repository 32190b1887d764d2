import { expect, test } from "vitest";
import { termSlug } from "./terms.ts";

test.each([
  ["Large language model (LLM)", "large-language-model"],
  ["Contest (a decision)", "contest"],
  ["Next-token prediction", "next-token-prediction"],
  ["Māori data sovereignty", "maori-data-sovereignty"],
])("the slug of %s is %s", (term, slug) => {
  expect(termSlug(term)).toBe(slug);
});
