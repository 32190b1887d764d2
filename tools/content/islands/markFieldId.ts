import type { LessonId } from "../../../src/domain/ids.ts";

/** The workbook field that stores the marks of one row of a rubric: `l11-mark-1` for the first row of lesson 11. */
export function markFieldId(lessonId: LessonId, row: number): string {
  return `${fieldPrefix(lessonId)}mark-${row + 1}`;
}

/** The prefix of the ids of a lesson's workbook fields. */
export function fieldPrefix(lessonId: LessonId): string {
  return `l${lessonId.padStart(2, "0")}-`;
}
