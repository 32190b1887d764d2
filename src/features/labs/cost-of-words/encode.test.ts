import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { assert as forAll, property, string } from "fast-check";
import { encode as encodeOld } from "gpt-tokenizer/encoding/cl100k_base";
import { encode as encodeAsPublished } from "gpt-tokenizer/encoding/o200k_base";
import { expect, test } from "vitest";
import { labData } from "../../../../tests/support/screens/labs.tsx";
import { TOKENIZER_BYTES } from "../../../db/lessons/tokenizerFile.ts";
import { dataSchema } from "./data.ts";
import { encode } from "./encode.ts";
import { packVocabulary, unpackVocabulary, type Vocabulary } from "./packed.ts";

const PACKAGE = new URL("../../../../node_modules/gpt-tokenizer/", import.meta.url);
const file = readFileSync(new URL("../../../db/lessons/kept-o200k.bin", import.meta.url));
const packed = new Uint8Array(gunzipSync(file));

function unpack(bytes: Uint8Array): Vocabulary {
  const steps = unpackVocabulary(bytes);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
const vocabulary = unpack(packed);
const { languages } = dataSchema.parse(labData("cost-of-words"));

const TEXTS = [
  "",
  " ",
  "Hello, world!",
  "I'm sure they'LL say it's 12,345.678 tokens.",
  "  two  spaces,\ttabs\n\nand lines \r\n  ",
  "https://example.org/a/b?c=d#e // path/to/file",
  "日本語とEnglishが混ざる。👩‍👩‍👧 🇬🇧",
  "ÀÉÎ naïve Straße ΑΒΓ αβγ ǅ Σίσυφος",
  "function add(a, b) { return a + b; }",
  "a".repeat(300),
  "\ud800 a lone surrogate",
];

test("the file is the published vocabulary, packed", () => {
  const published = readFileSync(new URL("data/o200k_base.tiktoken", PACKAGE), "utf8").trim().split("\n");
  const tokens = published.map((line) => new Uint8Array(Buffer.from(line.split(" ")[0] ?? "", "base64")));
  expect(Buffer.compare(packVocabulary(tokens), packed)).toBe(0);
});

test("the size shown before the download is that of the file", () => {
  expect(Math.abs(file.length - TOKENIZER_BYTES)).toBeLessThan(5_000);
});

test.each([...TEXTS, ...languages.map(({ text }) => text)])(
  "the encoder agrees with the published one: %j",
  (text) => {
    expect(encode(vocabulary, text)).toEqual(encodeAsPublished(text));
  },
);

test("the encoder agrees with the published one on any text", () => {
  forAll(
    property(string({ unit: "binary", maxLength: 60 }), (text) => {
      expect(encode(vocabulary, text)).toEqual(encodeAsPublished(text));
    }),
    { numRuns: 300 },
  );
  forAll(
    property(string({ unit: "grapheme", maxLength: 60 }), (text) => {
      expect(encode(vocabulary, text)).toEqual(encodeAsPublished(text));
    }),
    { numRuns: 300 },
  );
});

const tokensOf = (name: string) =>
  encode(vocabulary, languages.find((language) => language.name === name)?.text ?? "").length;

test("Burmese needs about four times as many tokens as English, and Chinese about as many, as the text says", () => {
  const times = (name: string) => tokensOf(name) / tokensOf("English");
  expect(Math.max(...languages.map(({ name }) => tokensOf(name)))).toBe(tokensOf("Burmese"));
  expect(times("Burmese")).toBeCloseTo(4.1, 1);
  expect(times("Chinese (simplified)")).toBeCloseTo(1.1, 1);
  expect(times("Welsh")).toBeCloseTo(1.9, 1);
  expect(times("Yoruba")).toBeCloseTo(2.5, 1);
  expect(tokensOf("Welsh")).toBeGreaterThan(tokensOf("Hindi"));
});

test("with an older tokenizer Burmese and Hindi needed far more, as the text says", () => {
  const old = (name: string) => encodeOld(languages.find((each) => each.name === name)?.text ?? "").length;
  expect(old("Burmese") / old("English")).toBeCloseTo(15.5, 1);
  expect(old("Hindi") / old("English")).toBeCloseTo(5.5, 1);
  expect(tokensOf("Hindi") / tokensOf("English")).toBeCloseTo(1.6, 1);
});
