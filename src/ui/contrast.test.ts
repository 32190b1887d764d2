import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

/** WCAG 2.2: 1.4.3 for text, 1.4.11 for the borders of controls and for state. */
const TEXT_RATIO = 4.5;
const SHAPE_RATIO = 3;

const css = readFileSync(join(import.meta.dirname, "tokens.css"), "utf8");
const tokens = new Map(
  [...css.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);/g)].map(
    ([, name = "", light = "", dark = ""]) => [name, { light, dark }],
  ),
);

const GROUNDS = ["paper", "surface", "sunken"];
const TEXTS = ["ink", "muted", "accent", "link", "done", "danger", "note"];
const SOFT = ["note-soft", "done-soft", "highlight-soft", "danger-soft"];

const textPairs: [text: string, ground: string][] = [
  ...TEXTS.flatMap((text) => GROUNDS.map((ground): [string, string] => [text, ground])),
  ...SOFT.map((ground): [string, string] => ["ink", ground]),
  ...SOFT.map((ground): [string, string] => ["link", ground]),
  ["note", "note-soft"],
  ["done", "done-soft"],
  ["highlight-ink", "highlight-soft"],
  ["danger", "danger-soft"],
  ["on-action", "action"],
  ["on-action", "action-strong"],
  ["paper", "ink"],
];
const shapePairs: [shape: string, ground: string][] = [
  ...["edge", "focus", "action"].flatMap((shape) =>
    GROUNDS.map((ground): [string, string] => [shape, ground]),
  ),
  ["done", "line"],
];

/** Relative luminance by the formula of WCAG 2.2. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(first: string, second: string, theme: "light" | "dark"): number {
  const [a, b] = [first, second].map((name) => {
    const token = tokens.get(name);
    if (!token) throw new Error(`tokens.css has no --${name}`);
    return luminance(token[theme]);
  });
  if (a === undefined || b === undefined) throw new Error("unreachable: two names give two values");
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

for (const theme of ["light", "dark"] as const) {
  test.each(textPairs)(`${theme}: %s can be read on %s`, (text, ground) => {
    expect(contrast(text, ground, theme)).toBeGreaterThanOrEqual(TEXT_RATIO);
  });
  test.each(shapePairs)(`${theme}: %s can be made out on %s`, (shape, ground) => {
    expect(contrast(shape, ground, theme)).toBeGreaterThanOrEqual(SHAPE_RATIO);
  });
}

test("black on white is 21 to 1, as WCAG says", () => {
  tokens.set("black", { light: "#000000", dark: "#000000" });
  tokens.set("white", { light: "#ffffff", dark: "#ffffff" });
  expect(contrast("black", "white", "light")).toBeCloseTo(21, 5);
});
