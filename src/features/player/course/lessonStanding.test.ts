import { describe, expect, it } from "vitest";
import { lessonStanding } from "./lessonStanding.ts";

describe("a lesson in the outline", () => {
  it("is a free preview for a visitor if it is lesson 1, and locked otherwise", () => {
    expect(lessonStanding("1", "notEnrolled", false)).toBe("preview");
    expect(lessonStanding("2", "notEnrolled", false)).toBe("locked");
  });

  it("is locked once access has ended, even if a copy is on the device", () => {
    expect(lessonStanding("2", "notEnrolled", true)).toBe("locked");
  });

  it("is shown as downloaded or absent to an enrolled learner", () => {
    expect(lessonStanding("2", "enrolled", true)).toBe("downloaded");
    expect(lessonStanding("3", "enrolled", false)).toBe("absent");
  });

  it("stays readable while the enrolment cannot be checked", () => {
    expect(lessonStanding("2", "unknown", true)).toBe("downloaded");
  });
});
