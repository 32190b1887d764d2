import { describe, expect, it } from "vitest";
import { launchConfetti } from "./confetti.ts";

type Burst = { particleCount: number; spread: number };

describe("the confetti", () => {
  it("is one burst of 100 particles with a spread of 70 (S-060)", async () => {
    const bursts: Burst[] = [];
    await launchConfetti(false, async () => (burst) => bursts.push(burst));
    expect(bursts).toEqual([expect.objectContaining({ particleCount: 100, spread: 70 })]);
  });

  it("is not even loaded if the user prefers reduced motion", async () => {
    let loads = 0;
    await launchConfetti(true, async () => {
      loads += 1;
      return () => undefined;
    });
    expect(loads).toBe(0);
  });
});
