import fc from "fast-check";
import { expect, test } from "vitest";
import { CODES, DISCOUNT_CODES, LINES } from "../../../tests/support/hostileInputs.ts";
import { cleanLine, discountCode, plainCode, plainText } from "./typedText.ts";

const SEEDED = { seed: 20261127 };
const anyText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({
    unit: fc.constantFrom(
      ..."aé١字ക്ക้👩❤🏴",
      "\u200b",
      "\u200c",
      "\u200d",
      "\ufe0f",
      "\u{e0067}",
      "\u0301",
      "\u00a0",
      "\ud800",
    ),
  }),
);

test.each(LINES)("a line keeps what its language needs and nothing invisible: $about", ({ typed, clean }) => {
  expect(cleanLine(typed)).toBe(clean);
});

test.each(CODES)("a code is read in any digits and grouping: $about", ({ typed, plain }) => {
  expect(plainCode(typed)).toBe(plain);
});

test.each(DISCOUNT_CODES)("a discount code keeps its hyphens only: $about", ({ typed, plain }) => {
  expect(discountCode(typed)).toBe(plain);
});

test("a line that was cleaned before does not change, and has neither controls nor directions", () => {
  fc.assert(
    fc.property(anyText, (typed) => {
      const clean = cleanLine(typed);
      expect(cleanLine(clean)).toBe(clean);
      expect(clean).not.toMatch(
        /[\p{Cc}\p{Cs}\u2028\u2029\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]|^\s|\s$/u,
      );
      expect(plainText(plainText(typed))).toBe(plainText(typed));
    }),
    SEEDED,
  );
});

test("every digit of every script becomes the ASCII digit of its value", () => {
  const digits = Array.from({ length: 0x110000 }, (_, code) => code)
    .filter((code) => code < 0xd800 || code > 0xdfff)
    .map((code) => String.fromCodePoint(code))
    .filter((sign) => /\p{Nd}/u.test(sign));
  expect(digits.map(plainText).join("")).toBe("0123456789".repeat(digits.length / 10));
});
