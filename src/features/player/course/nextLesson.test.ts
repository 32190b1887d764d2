import { describe, expect, it } from "vitest";
import type { LessonId } from "../../../domain/ids.ts";
import { nextLesson, nextStop } from "./nextLesson.ts";

const continuesAt = (...done: LessonId[]) => nextLesson((lessonId) => done.includes(lessonId));

describe("the next lesson", () => {
  it("is lesson 1 for a new learner", () => {
    expect(continuesAt()).toBe("1");
  });

  it("is the first incomplete lesson, not the one after the last completed", () => {
    expect(continuesAt("1", "2", "5")).toBe("3");
  });

  it("does not exist once all lessons are complete", () => {
    expect(continuesAt("1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11")).toBeNull();
  });
});

describe("after the free lesson", () => {
  const stopFor = (signedIn: boolean) =>
    nextStop("1", { signedIn, isComplete: () => false, standingOf: () => "locked" });

  it("a visitor is led to the prices, and a learner, who may have paid already, is not", () => {
    expect(stopFor(false)).toEqual({ to: "/academy#plans", label: "See plans" });
    expect(stopFor(true)).toBeNull();
  });
});
