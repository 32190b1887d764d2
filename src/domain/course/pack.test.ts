import { expect, test } from "vitest";
import { lessonPack } from "../../../tests/support/lessons.ts";
import { lessonPackSchema } from "./pack.ts";

test("a lesson pack whose steps do not cut its text in order is rejected", () => {
  const pack = { ...lessonPack("1"), html: "<p>One</p><p>Two</p>" };
  const accepts = (...ends: number[]) =>
    lessonPackSchema.safeParse({ ...pack, steps: ends.map((end) => ({ title: "A step", minutes: 1, end })) })
      .success;
  expect(accepts(10, 20)).toBe(true);
  expect(accepts(20)).toBe(true);
  expect(accepts(10, 19)).toBe(false);
  expect(accepts(10, 10, 20)).toBe(false);
  expect(accepts()).toBe(false);
});

test("a lesson that a device stored in the first pack format can still be read", () => {
  const old = { ...lessonPack("1"), sources: [{ title: "A book", date: "2024" }] };
  expect(lessonPackSchema.parse(old)).toEqual(old);
});

test("a lesson in a future pack format is rejected rather than read in part", () => {
  expect(lessonPackSchema.safeParse({ ...lessonPack("1"), format: 3 }).success).toBe(false);
});
