import { expect, it } from "vitest";
import { lessonPack } from "../../tests/support/lessons.ts";
import { outlineOf } from "./lessonOutlines.ts";

it("S-161: an outline names what a lesson teaches and counts the rest, so that nothing paid for is public", () => {
  const pack = lessonPack("2", [0, 1, 2, 3, 0]);
  expect(outlineOf(pack)).toEqual({
    objectives: pack.objectives,
    activities: 0,
    questions: 5,
    pages: 0,
    sources: pack.sources.length,
  });
});
