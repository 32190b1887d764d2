import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  contrast,
  parseColours,
  SHAPE_PAIRS,
  SHAPE_RATIO,
  TEXT_PAIRS,
  TEXT_RATIO,
} from "../../../tools/gallery/colourTokens.ts";

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
