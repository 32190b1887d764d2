import fc from "fast-check";
import { expect, test } from "vitest";
import type { OpId } from "../../domain/ids.ts";
import {
  fieldText,
  joinField,
  lessonOfField,
  MAX_FIELD_CHARACTERS,
  type WorkbookField,
} from "./workbookField.ts";

/** An op id identifies one write, so the same id always has the same time and text. */
const fields: fc.Arbitrary<WorkbookField> = fc.nat({ max: 40 }).map((write) => ({
  fieldId: "l03-prompt",
  value: `text ${write % 3}`,
  writtenAt: new Date(Date.UTC(2026, 10, 1 + (write % 7))).toISOString(),
  opId: `019a0000-0000-7000-8000-0000000000${String(write).padStart(2, "0")}` as OpId,
}));

test("two devices that receive the same workbook writes keep the same text, regardless of order and repetition", () => {
  fc.assert(
    fc.property(fields, fields, fields, (a, b, c) => {
      expect(joinField(a, b)).toEqual(joinField(b, a));
      expect(joinField(joinField(a, b), c)).toEqual(joinField(a, joinField(b, c)));
      expect(joinField(a, a)).toEqual(a);
      expect([a, b]).toContainEqual(joinField(a, b));
    }),
  );
});

test("the later text of a workbook field wins, and for equal times the greater op id wins", () => {
  const [early, late] = ["2026-11-20T09:00:00.000Z", "2026-11-20T09:00:00.001Z"];
  const field = (writtenAt: string, opId: string) =>
    ({ fieldId: "l03-prompt", value: writtenAt, writtenAt, opId }) as WorkbookField; // Any text can serve as an id here.
  expect(joinField(field(early, "b"), field(late, "a"))).toMatchObject({ writtenAt: late });
  expect(joinField(field(late, "b"), field(late, "a"))).toMatchObject({ opId: "b" });
});

test.each([
  ["l01-monday", "1"],
  ["l09-critic", "9"],
  ["l11-mark-1", "11"],
])("workbook field %s belongs to lesson %s", (fieldId, lessonId) => {
  expect(lessonOfField(fieldId)).toBe(lessonId);
});

test.each(["l00-a", "l12-a", "l1-a", "l01-", "l01-A", "x", ""])(
  "%j is not a valid workbook field id",
  (fieldId) => {
    expect(() => lessonOfField(fieldId)).toThrow("is not a workbook field");
  },
);

test("a workbook text is truncated between characters, never inside one", () => {
  expect(fieldText("🌍".repeat(MAX_FIELD_CHARACTERS + 1))).toBe("🌍".repeat(MAX_FIELD_CHARACTERS));
  expect(fieldText("Kia ora, te reo Māori\n")).toBe("Kia ora, te reo Māori\n");
});
