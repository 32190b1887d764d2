import { expect, test } from "vitest";
import { fieldText, lessonOfField, MAX_FIELD_CHARACTERS } from "./workbookField.ts";

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
