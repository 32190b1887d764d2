import { expect, test } from "vitest";
import { braid, type Weave } from "./braid.ts";

const WEAVES: Weave[] = ["open", "plait", "cord", "twill"];

/** The pen's position after path data written by `braid`, which uses only M, h and c, each ending in two numbers. */
function endOf(path: string): [x: number, y: number] {
  let [x, y] = [0, 0];
  for (const [, command, list = ""] of path.matchAll(/([Mhc])([^Mhc]*)/g)) {
    const numbers = list.match(/-?[\d.]+/g)?.map(Number) ?? [];
    const [dx = 0, dy = 0] = command === "h" ? [numbers[0], 0] : numbers.slice(-2);
    [x, y] = command === "M" ? [dx, dy] : [x + dx, y + dy];
  }
  return [x, y];
}

test("a seed always generates the same thread pattern, and another seed generates a different one", () => {
  expect(braid("module-1", 5, 12)).toEqual(braid("module-1", 5, 12));
  expect(braid("module-1", 5, 12)).not.toEqual(braid("module-2", 5, 12));
});

test.each(WEAVES)("weave %s: every thread ends in a separate lane", (weave) => {
  const { width, height, threads } = braid("cloth", 6, 30, weave);
  const ends = threads.map(({ whole }) => endOf(whole));
  expect(ends.map(([x]) => x)).toEqual(Array(6).fill(width));
  const lanes = ends.map(([, y]) => y).sort((a, b) => a - b);
  expect(lanes).toEqual(Array.from({ length: 6 }, (_, lane) => (height / 6) * (lane + 0.5)));
});

test.each(WEAVES)("weave %s: at every crossing one thread is cut and the other is on top", (weave) => {
  const { threads, gaps } = braid("cloth", 6, 30, weave);
  const crossings = threads.map(({ whole }) => whole.match(/c/g)?.length ?? 0).reduce((a, b) => a + b) / 2;
  const onTop = threads.map(({ over }) => over.match(/c/g)?.length ?? 0).reduce((a, b) => a + b);
  expect(crossings).toBeGreaterThan(10);
  expect(gaps.match(/c/g)).toHaveLength(crossings);
  expect(onTop).toBe(crossings);
});

test("in a plait no thread is on top twice in a row", () => {
  for (const { over } of braid("cloth", 6, 30, "plait").threads) expect(over).not.toMatch(/c[^cMh]*c/);
});
