import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

type Theme = "light" | "dark";
type ColourToken = { name: string } & Record<Theme, string>;
type Pair = { front: string; ground: string };

/** The colours as tokens.css writes them: six-digit hex, light and dark. */
function parseColours(css: string): ColourToken[] {
  return [...css.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);/g)].map(
    ([, name = "", light = "", dark = ""]) => ({ name, light, dark }),
  );
}

/** Relative luminance by the formula of WCAG 2.2. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast ratio of two hex colours, 1 to 21. */
function contrast(first: string, second: string): number {
  const [a, b] = [luminance(first), luminance(second)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

const GROUNDS = ["paper", "surface", "sunken"];
const SOFT = ["note-soft", "done-soft", "highlight-soft", "danger-soft"];
const on = (grounds: string[], fronts: string[]): Pair[] =>
  fronts.flatMap((front) => grounds.map((ground) => ({ front, ground })));

/** WCAG 2.2, 1.4.3: text of any size. */
const TEXT_RATIO = 4.5;
const TEXT_PAIRS: readonly Pair[] = [
  ...on(GROUNDS, ["ink", "muted", "accent", "link", "done", "danger", "note", "highlight-ink"]),
  ...on(SOFT, ["ink", "muted", "link", "accent"]),
  ...on(["note-soft"], ["note"]),
  ...on(["done-soft"], ["done"]),
  ...on(["highlight-soft"], ["highlight-ink"]),
  ...on(["danger-soft"], ["danger"]),
  ...on(["action", "action-strong"], ["on-action"]),
  ...on(["ink"], ["paper"]),
];

/** WCAG 2.2, 1.4.11: the borders of controls, focus and state. */
const SHAPE_RATIO = 3;
const SHAPE_PAIRS: readonly Pair[] = [
  ...on(GROUNDS, ["edge", "focus", "action", "note", "danger"]),
  ...on(SOFT, ["focus", "note"]),
  ...on(["line"], ["done"]),
  ...on(["link"], ["surface"]),
];

const css = readFileSync(join(import.meta.dirname, "tokens.css"), "utf8");
const tokens = new Map(parseColours(css).map((token) => [token.name, token]));

function ratio(front: string, ground: string, theme: "light" | "dark"): number {
  const [a, b] = [tokens.get(front), tokens.get(ground)];
  if (!a || !b) throw new Error(`tokens.css lacks --${front} or --${ground}`);
  return contrast(a[theme], b[theme]);
}

for (const theme of ["light", "dark"] as const) {
  test.each(TEXT_PAIRS)(`${theme}: $front text is readable on $ground`, ({ front, ground }) => {
    expect(ratio(front, ground, theme)).toBeGreaterThanOrEqual(TEXT_RATIO);
  });
  test.each(SHAPE_PAIRS)(`${theme}: $front shapes are distinguishable on $ground`, ({ front, ground }) => {
    expect(ratio(front, ground, theme)).toBeGreaterThanOrEqual(SHAPE_RATIO);
  });
}

test("black on white has a contrast of 21 to 1", () => {
  expect(contrast("#000000", "#ffffff")).toBeCloseTo(21, 5);
});
