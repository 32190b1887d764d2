import { describe, expect, it } from "vitest";
import { courseStats } from "./courseStats.ts";

describe("the dashboard's figures", () => {
  it("show a new learner 0 of 5.5 hours (S-110)", () => {
    expect(courseStats(0, false)).toEqual({ percent: 0, hoursStudied: 0, totalHours: 5.5, certificates: 0 });
  });

  it("count half an hour per lesson and round the percentage (S-110)", () => {
    expect(courseStats(3, false)).toMatchObject({ percent: 27, hoursStudied: 1.5 });
  });

  it("count a certificate at 100 % and not one lesson earlier (S-056)", () => {
    expect(courseStats(10, false).certificates).toBe(0);
    expect(courseStats(11, false)).toMatchObject({ percent: 100, hoursStudied: 5.5, certificates: 1 });
  });
});
