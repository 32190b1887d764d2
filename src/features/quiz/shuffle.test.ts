import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isOrder, shuffledOrder } from "./shuffle.ts";

const zeroToOne = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

describe("the order of quiz options", () => {
  it("contains every option exactly once for any random numbers", () => {
    fc.assert(
      fc.property(fc.infiniteStream(zeroToOne), (dice) => {
        const order = shuffledOrder(4, () => dice.next().value ?? 0);
        expect(isOrder(order, 4)).toBe(true);
      }),
    );
  });

  it("can put every option in every position", () => {
    const seen = new Set<string>();
    for (let a = 0; a < 4; a += 1) {
      for (let b = 0; b < 3; b += 1) {
        for (let c = 0; c < 2; c += 1) {
          const dice = [a / 4, b / 3, c / 2];
          seen.add(shuffledOrder(4, () => dice.shift() ?? 0).join());
        }
      }
    }
    expect(seen.size).toBe(24);
  });
});
