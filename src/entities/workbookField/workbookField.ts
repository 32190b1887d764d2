import { COURSE_ID, isLessonId, type LessonId, type OpId } from "../../domain/ids.ts";
import { storableText } from "../../domain/storableText.ts";
import type { Write } from "../entity.ts";
import { laterThan } from "../stamp.ts";

/** What a learner wrote in one field of the workbook, and the op id of that write. */
export type WorkbookField = {
  fieldId: string;
  value: string;
  /**
   * ISO 8601 in UTC with milliseconds: by the device's clock, but never later than the time at which the server
   * received it.
   */
  writtenAt: string;
  opId: OpId;
};

/**
 * A field on the device. Until the server confirms a text from this device, only the device has dated it. A text that
 * was pulled meanwhile and seemed the earlier one is kept as `rival`, because it may turn out to be the later one.
 */
export type StoredField = WorkbookField & { rival?: WorkbookField };

/** `lNN-…`: NN is the lesson that the field belongs to. */
export const WORKBOOK_FIELD_ID = /^l(0[1-9]|1[01])-[a-z0-9-]{1,40}$/;
export const MAX_FIELD_CHARACTERS = 4_000;

/** The lesson that a field belongs to. Throws if the id is invalid, because field ids come from our own content. */
export function lessonOfField(fieldId: string): LessonId {
  const lessonId = String(Number(WORKBOOK_FIELD_ID.exec(fieldId)?.[1]));
  if (!isLessonId(lessonId)) throw new Error(`${fieldId} is not a workbook field`);
  return lessonId;
}

/**
 * The later write of a field wins: by time, then by op id. Commutative, associative and idempotent, so order and
 * repetition of delivery cannot matter. `private.apply_workbook` in supabase/schemas is the same rule.
 */
export function joinField(a: WorkbookField, b: WorkbookField): WorkbookField {
  if (a.writtenAt !== b.writtenAt) return a.writtenAt > b.writtenAt ? a : b;
  return a.opId >= b.opId ? a : b;
}

/** The text as a field stores it: its first 4,000 characters (code points), without characters that cannot be stored. */
export function fieldText(typed: string): string {
  return storableText(typed, MAX_FIELD_CHARACTERS);
}

export function workbookOp(field: WorkbookField) {
  return {
    type: "workbook",
    key: `workbook:${field.fieldId}`,
    payload: {
      course_id: COURSE_ID,
      field_id: field.fieldId,
      value: field.value,
      written_at: field.writtenAt,
    },
    opId: field.opId,
  } as const;
}

/**
 * Writes a field. An empty text empties it, and the same text again changes nothing.
 *
 * 1. A write sorts after the one that it replaces, by time and by op id, whatever the clock says.
 * 2. The write that it replaces leaves the outbox if it was never sent, or was rejected: typing must not fill the
 *    outbox. One that may have been sent stays until the server has confirmed it. If it were removed here and arrived
 *    late, the server might rank it as the later one, because it limits the times of a clock that runs ahead to the
 *    time of arrival.
 */
export const writtenField: Write<Pick<WorkbookField, "fieldId" | "value">, StoredField, void> = {
  lessonOf: ({ fieldId }) => lessonOfField(fieldId),
  opOf: ({ fieldId, value }, { at, opId }) => workbookOp({ fieldId, value, writtenAt: at, opId }),
  keepsFailedCopy: true,
  stores: ["workbook"],
  reads: ({ fieldId }) => ({ store: "workbook", key: fieldId }),
  decide([before], { fieldId, value }, stamp) {
    if (value === (before?.value ?? "")) return { rows: [], ops: [], result: undefined };
    const field = {
      fieldId,
      value,
      writtenAt: before ? laterThan(before.writtenAt, stamp.at) : stamp.at,
      opId: before ? stamp.opIdAfter(before.opId) : stamp.opId,
    };
    const rival = before?.rival;
    return {
      rows: [{ store: "workbook", put: rival ? { ...field, rival } : field }],
      ops: [workbookOp(field)],
      ...(before && { replaces: before.opId }),
      result: undefined,
    };
  },
};
