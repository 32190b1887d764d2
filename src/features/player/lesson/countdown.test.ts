import { describe, expect, it } from "vitest";
import { formatCountdown, LESSON_SECONDS, secondsLeft } from "./countdown.ts";

const CHOSEN_AT_MS = Date.UTC(2026, 10, 20, 9, 0, 0);

describe("the lesson countdown", () => {
  it("starts at 1800 seconds (S-058, S-109)", () => {
    expect(LESSON_SECONDS).toBe(1800);
    expect(secondsLeft(CHOSEN_AT_MS, CHOSEN_AT_MS)).toBe(1800);
  });

  it("counts real seconds, however rarely the display is updated", () => {
    expect(secondsLeft(CHOSEN_AT_MS, CHOSEN_AT_MS + 999)).toBe(1800);
    expect(secondsLeft(CHOSEN_AT_MS, CHOSEN_AT_MS + 1000)).toBe(1799);
    expect(secondsLeft(CHOSEN_AT_MS, CHOSEN_AT_MS + 600_000)).toBe(1200);
  });

  it("stops at 0 after the device has slept through the night (S-058)", () => {
    expect(secondsLeft(CHOSEN_AT_MS, CHOSEN_AT_MS + 1_800_000)).toBe(0);
    expect(secondsLeft(CHOSEN_AT_MS, CHOSEN_AT_MS + 40_000_000)).toBe(0);
  });

  it("never exceeds 30 minutes when the device's clock is set back", () => {
    expect(secondsLeft(CHOSEN_AT_MS, CHOSEN_AT_MS - 5000)).toBe(1800);
  });

  it("is shown as minutes and seconds", () => {
    expect([1800, 1745, 61, 9, 0].map(formatCountdown)).toEqual([
      "30:00",
      "29:05",
      "01:01",
      "00:09",
      "00:00",
    ]);
  });
});
