import fc from "fast-check";
import { expect, test } from "vitest";
import { anchorOf, findAnchor, type Span } from "./anchor.ts";
import { MAX_QUOTE_CHARACTERS } from "./note.ts";

const TEXT =
  "A system can be wrong. Ask who can say no. A model is a guess. When it counts, ask again who can say no, and why.";

const spanOf = (text: string, quote: string, nth = 0): Span => {
  let start = text.indexOf(quote);
  for (let skipped = 0; skipped < nth; skipped += 1) start = text.indexOf(quote, start + 1);
  return { start, end: start + quote.length };
};

test("a highlight is found again in any text that has not changed", () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 300 }), fc.nat(), fc.nat(), (text, a, b) => {
      const start = a % text.length;
      const span = { start, end: start + 1 + (b % (text.length - start)) };
      const found = findAnchor(text, anchorOf(text, span));
      expect(found && text.slice(found.start, found.end)).toBe(text.slice(span.start, span.end));
    }),
  );
});

test("repeated words are distinguished by their context even after the text has changed", () => {
  const anchor = anchorOf(TEXT, spanOf(TEXT, "who can say no", 1));
  const changed = `New first words. ${TEXT.replace("Ask who can say no. ", "Ask who can say no: always. ")}`;
  expect(findAnchor(changed, anchor)).toEqual(spanOf(changed, "who can say no", 1));
});

test("a highlight is not found if its words are gone, or if they are short and the text around them has changed", () => {
  const anchor = anchorOf(TEXT, spanOf(TEXT, "model"));
  expect(findAnchor("Nothing of it is here.", anchor)).toBeNull();
  expect(findAnchor("The fashion model walks on.", anchor)).toBeNull();
  expect(findAnchor("Now: A model is a guess, no more.", anchor)).toEqual({ start: 7, end: 12 });
});

test("the anchor of a very long highlight contains the beginning of the highlighted text", () => {
  const long = "word ".repeat(400);
  expect(anchorOf(long, { start: 0, end: long.length }).quote).toHaveLength(MAX_QUOTE_CHARACTERS);
});
