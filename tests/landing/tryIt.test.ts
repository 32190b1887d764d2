import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { dataSchema } from "../../src/features/labs/sort-mail/data.ts";
import { type Example, train } from "../../src/features/labs/sort-mail/naiveBayes.ts";
import { TRY_IT } from "../../src/features/landing/tryIt.ts";

const { examples, alike, unlike } = dataSchema.parse(
  parse(readFileSync("content/labs/sort-mail/data.yaml", "utf8")),
);
const EXAMPLES = examples.map(({ text, urgent }): Example => ({ text, isUrgent: urgent }));

test.each(TRY_IT)("the lab decides “$text” as the landing page says (S-138)", (sorted) => {
  const { text, machine, isRight, words } = sorted;
  const urgency = train(EXAMPLES)?.urgency(text) ?? 0.5;
  expect(machine === "urgent" ? urgency : 1 - urgency).toBeGreaterThan(0.99);
  const ours = [...alike, ...unlike].find((message) => message.text === text);
  expect(ours?.urgent === (machine === "urgent")).toBe(isRight);
  const quoted = [...words.matchAll(/“(\w+)”/g)].map(([, word]) => new RegExp(`\\b${word}\\b`, "i"));
  expect(quoted.length).toBeGreaterThan(1);
  for (const word of quoted) {
    const kinds = EXAMPLES.filter((example) => word.test(example.text)).map(({ isUrgent }) => isUrgent);
    expect([text.search(word) >= 0, new Set(kinds)]).toEqual([true, new Set([machine === "urgent"])]);
  }
});
