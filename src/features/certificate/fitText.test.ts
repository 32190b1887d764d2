import fc from "fast-check";
import { expect, test } from "vitest";
import { fitText } from "./fitText.ts";

/** Every character half as wide as it is high. */
const measure = (text: string, size: number) => [...text].length * size * 0.5;
const LIMITS = { width: 200, height: 60, sizes: [40, 30, 20, 10], maxLines: 2 };
const fitted = (name: string) => fitText(name, measure, LIMITS);

test("a short name is written large on one line", () => {
  expect(fitted("Ada Byron")).toEqual({ size: 40, lines: ["Ada Byron"] });
});

test("a long name goes on a second line before it becomes small", () => {
  expect(fitted("Zdzisław Ŵyn-Jones 山田太郎 مريم")).toEqual({
    size: 20,
    lines: ["Zdzisław Ŵyn-Jones", "山田太郎 مريم"],
  });
});

test("a name without spaces is broken where its script allows, never inside a character", () => {
  const { lines } = fitted("e\u0301".repeat(60));
  expect(lines.length).toBeGreaterThan(1);
  for (const line of lines) expect(line.startsWith("\u0301")).toBe(false);
});

test("a very long name takes as many lines as there is room for", () => {
  const { size, lines } = fitted("Ada ".repeat(50).trim());
  expect(size).toBe(10);
  expect(lines).toHaveLength(5);
});

test("whatever a person is called, nothing of the name is lost", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", minLength: 1, maxLength: 200 }), (text) => {
      const name = text.replace(/\s+/g, " ").trim();
      expect(fitted(name).lines.join("").replaceAll(" ", "")).toBe(name.replaceAll(" ", ""));
    }),
  );
});
