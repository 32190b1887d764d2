import fc from "fast-check";
import { expect, test } from "vitest";
import type { OpId } from "./ids.ts";
import { fieldText, joinField, lessonOfField, MAX_FIELD_CHARACTERS, type WorkbookField } from "./workbook.ts";

/** An op id names one write: the same one always has the same time and text. */
const fields: fc.Arbitrary<WorkbookField> = fc.nat({ max: 40 }).map((write) => ({
  fieldId: "l03-prompt",
  value: `text ${write % 3}`,
  writtenAt: new Date(Date.UTC(2026, 10, 1 + (write % 7))).toISOString(),
  opId: `019a0000-0000-7000-8000-0000000000${String(write).padStart(2, "0")}` as OpId,
}));

test("two devices that hear of the same writes keep the same text, in whatever order and how often", () => {
  fc.assert(
    fc.property(fields, fields, fields, (a, b, c) => {
      expect(joinField(a, b)).toEqual(joinField(b, a));
      expect(joinField(joinField(a, b), c)).toEqual(joinField(a, joinField(b, c)));
      expect(joinField(a, a)).toEqual(a);
      expect([a, b]).toContainEqual(joinField(a, b));
    }),
  );
});

test("the later text counts; at the same moment the greater op id decides", () => {
  const [early, late] = ["2026-11-20T09:00:00.000Z", "2026-11-20T09:00:00.001Z"];
  const field = (writtenAt: string, opId: string) =>
    ({ fieldId: "l03-prompt", value: writtenAt, writtenAt, opId }) as WorkbookField; // any text will do as an id
  expect(joinField(field(early, "b"), field(late, "a"))).toMatchObject({ writtenAt: late });
  expect(joinField(field(late, "b"), field(late, "a"))).toMatchObject({ opId: "b" });
});

test.each([
  ["l01-monday", "1"],
  ["l09-critic", "9"],
  ["l11-mark-1", "11"],
])("%s stands in lesson %s", (fieldId, lessonId) => {
  expect(lessonOfField(fieldId)).toBe(lessonId);
});

test.each(["l00-a", "l12-a", "l1-a", "l01-", "l01-A", "x", ""])("%j is no field", (fieldId) => {
  expect(() => lessonOfField(fieldId)).toThrow("no field");
});

test("a text is cut between characters, never through one", () => {
  expect(fieldText("🌍".repeat(MAX_FIELD_CHARACTERS + 1))).toBe("🌍".repeat(MAX_FIELD_CHARACTERS));
  expect(fieldText("Kia ora, te reo Māori\n")).toBe("Kia ora, te reo Māori\n");
});
