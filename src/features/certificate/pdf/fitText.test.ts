import fc from "fast-check";
import { expect, test } from "vitest";
import { fitText } from "./fitText.ts";

/** Every character is half as wide as it is high. */
const measure = (text: string, size: number) => [...text].length * size * 0.5;
const LIMITS = { width: 200, height: 60, sizes: [40, 30, 20, 10], maxLines: 2 };
const fitted = (name: string) => fitText(name, measure, LIMITS);

test("the certificate shows a short name in large type on one line", () => {
  expect(fitted("Ada Byron")).toEqual({ size: 40, lines: ["Ada Byron"] });
});

test("the certificate breaks a long name onto a second line before reducing the font size", () => {
  expect(fitted("Zdzisław Ŵyn-Jones 山田太郎 مريم")).toEqual({
    size: 20,
    lines: ["Zdzisław Ŵyn-Jones", "山田太郎 مريم"],
  });
});

test("the certificate breaks a name without spaces where the script allows, never inside a character", () => {
  const { lines } = fitted("e\u0301".repeat(60));
  expect(lines.length).toBeGreaterThan(1);
  for (const line of lines) expect(line.startsWith("\u0301")).toBe(false);
});

test("the certificate shows a very long name on as many lines as there is room for", () => {
  const { size, lines } = fitted("Ada ".repeat(50).trim());
  expect(size).toBe(10);
  expect(lines).toHaveLength(5);
});

test("the certificate never omits part of a name", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", minLength: 1, maxLength: 200 }), (text) => {
      const name = text.replace(/\s+/g, " ").trim();
      expect(fitted(name).lines.join("").replaceAll(" ", "")).toBe(name.replaceAll(" ", ""));
    }),
  );
});
