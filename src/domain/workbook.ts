import { isLessonId, type LessonId, type OpId } from "./ids.ts";
import { storableText } from "./storableText.ts";

/** What a learner wrote in one field of the workbook, and which of their writes it is. */
export type WorkbookField = {
  fieldId: string;
  value: string;
  /** ISO 8601 in UTC with milliseconds: the device's clock, and never later than the server heard of it. */
  writtenAt: string;
  opId: OpId;
};

/** `lNN-…`: NN is the lesson that the field stands in. */
export const WORKBOOK_FIELD_ID = /^l(0[1-9]|1[01])-[a-z0-9-]{1,40}$/;
export const MAX_FIELD_CHARACTERS = 4_000;

/** The lesson that a field stands in. Throws for what is no field id: they come from our own content. */
export function lessonOfField(fieldId: string): LessonId {
  const lessonId = String(Number(WORKBOOK_FIELD_ID.exec(fieldId)?.[1]));
  if (!isLessonId(lessonId)) throw new Error(`${fieldId} is no field of the workbook`);
  return lessonId;
}

/**
 * The last write of a field counts: the greater by time, then by op id. Commutative, associative and idempotent,
 * so order and repetition of delivery cannot matter. `private.apply_workbook` in supabase/schemas is the same rule.
 */
export function joinField(a: WorkbookField, b: WorkbookField): WorkbookField {
  if (a.writtenAt !== b.writtenAt) return a.writtenAt > b.writtenAt ? a : b;
  return a.opId >= b.opId ? a : b;
}

/** The text as a field can keep it: its first 4,000 characters (code points), without what cannot be stored. */
export function fieldText(typed: string): string {
  return storableText(typed, MAX_FIELD_CHARACTERS);
}
